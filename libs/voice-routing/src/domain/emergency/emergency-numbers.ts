import { userOf } from '../calls/caller';
import { EMERGENCY_PATTERNS } from './emergency-number-table';

/** Emergency numbers in every country: 3GPP TS 22.101, section 10.1. */
const EVERYWHERE: readonly string[] = ['112', '911'];
const SERVICE = /^urn:service:sos(\.|$)/i;
const SEPARATORS = /[ ().-]/g;

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  EMERGENCY_PATTERNS.flatMap(([countries, pattern]) => {
    const whole = new RegExp(`^(?:${pattern})$`);
    return countries.split(' ').map((country) => [country, whole] as const);
  }),
);

/** Where an emergency call comes from. */
export interface EmergencyPlace {
  /** ISO-2; null where neither number nor account tells. */
  readonly country: string | null;
  /** Of the country, without `+`. */
  readonly callingCode: string | null;
}

/**
 * The emergency number that was dialled, as it is dialled within the country; null for any other number. Switches send it
 * as it was dialled (`112`, `sip:112@…`), behind the calling code that they write before every number (`+49112`), or as the
 * service URN of RFC 5031 (`urn:service:sos`, which is answered by 112 or, where that is not known, 911).
 */
export function emergencyNumberOf(dialled: string, { country, callingCode }: EmergencyPlace): string | null {
  if (SERVICE.test(dialled.trim())) return ['112', '911'].find((number) => isKnownIn(number, country)) ?? '112';
  const text = userOf(dialled).replace(SEPARATORS, '');
  const digits = text.replace(/^\+/, '');
  const international = text.replace(/^(\+|00)/, '');
  const isPrefixed = callingCode !== null && international.startsWith(callingCode);
  const forms = [digits, ...(isPrefixed ? [international.slice(callingCode.length)] : [])];
  return forms.find((form) => EVERYWHERE.includes(form) || isKnownIn(form, country)) ?? null;
}

function isKnownIn(number: string, country: string | null): boolean {
  return country !== null && PATTERNS.get(country)?.test(number) === true;
}
