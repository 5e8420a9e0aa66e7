import { addressOf } from '@trunkline/kernel';

/** What a peer receives about a caller that withholds its number (RFC 3323, section 4.1; RFC 3325, section 9.3). */
export const ANONYMOUS = {
  fromUri: 'sip:anonymous@anonymous.invalid',
  fromDisplay: 'Anonymous',
  headers: { Privacy: 'id' },
} as const;

/** The host of a SIP URI with its port. */
const HOST = /^sips?:[^@]*@([\w.:[\]-]+)/i;

interface Shown {
  readonly fromUri: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Hides the caller on a leg that would show the From of the caller. */
export function hidingCaller<L extends Shown>(leg: L): L {
  if (leg.fromUri !== null) return leg;
  return { ...leg, ...ANONYMOUS, headers: { ...leg.headers, ...ANONYMOUS.headers } };
}

/** Shows a number instead of the SIP name in From on a leg that would show the From of the caller. */
export function presentingNumber<L extends Shown>(leg: L, from: string, e164: string): L {
  const [, host] = HOST.exec(addressOf(from)) ?? [];
  return leg.fromUri !== null || host === undefined ? leg : { ...leg, fromUri: `sip:${e164}@${host}` };
}
