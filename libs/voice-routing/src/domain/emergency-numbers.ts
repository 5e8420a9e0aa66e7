import { addressOf, callingCodeOf, dialledDigits, dialledNumberOf } from '@trunkline/kernel';
import { EMERGENCY_PATTERNS } from './emergency-number-table';

/** Emergency numbers in every country: 3GPP TS 22.101, section 10.1. */
const EVERYWHERE: readonly string[] = ['112', '911'];
const SERVICE = /^urn:service:sos(\.|$)/i;

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  EMERGENCY_PATTERNS.flatMap(([countries, pattern]) => {
    const whole = new RegExp(`^(?:${pattern})$`);
    return countries.split(' ').map((country) => [country, whole] as const);
  }),
);

export interface EmergencyPlace {
  /** ISO 3166-1 alpha-2; null when unknown. */
  readonly country: string | null;
  /** Calling code of the country, without `+`. */
  readonly callingCode: string | null;
}

/**
 * Returns the emergency number that was dialled, in its national form, or null for any other number. Accepts the number as
 * dialled (`112`, `sip:112@…`), after the calling code (`+49112`), and the service URN of RFC 5031 (`urn:service:sos`, which
 * becomes 112, or 911 where 112 does not exist).
 */
export function emergencyNumberOf(dialled: string, { country, callingCode }: EmergencyPlace): string | null {
  if (SERVICE.test(addressOf(dialled))) return ['112', '911'].find((number) => isKnownIn(number, country)) ?? '112';
  const text = dialledDigits(dialledNumberOf(dialled)) ?? '';
  const digits = text.replace(/^\+/, '');
  const international = text.replace(/^(\+|00)/, '');
  const isPrefixed = callingCode !== null && international.startsWith(callingCode);
  const forms = [digits, ...(isPrefixed ? [international.slice(callingCode.length)] : [])];
  return forms.find((form) => EVERYWHERE.includes(form) || isKnownIn(form, country)) ?? null;
}

/** The longest emergency number after the longest calling code and `+`. */
const E164_LENGTH_MAX = 10;

/** Returns true for E.164 so short that it may be an emergency number after a calling code. */
export function mayBeEmergency(e164: string): boolean {
  return e164.length <= E164_LENGTH_MAX;
}

/** Returns true for an emergency number of any country after the country's calling code. */
export function isEmergencyE164(e164: string): boolean {
  if (!mayBeEmergency(e164)) return false;
  return [...PATTERNS.keys()].some((country) => {
    return emergencyNumberOf(e164, { country, callingCode: callingCodeOf(country) }) !== null;
  });
}

function isKnownIn(number: string, country: string | null): boolean {
  return country !== null && PATTERNS.get(country)?.test(number) === true;
}
