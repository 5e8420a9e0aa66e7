/** What a peer receives about a caller that withholds its number (RFC 3323, section 4.1; RFC 3325, section 9.3). */
export const ANONYMOUS = {
  fromUri: 'sip:anonymous@anonymous.invalid',
  fromDisplay: 'Anonymous',
  headers: { Privacy: 'id' },
} as const;

interface Shown {
  readonly fromUri: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Hides the caller on a leg that would show the From of the caller. */
export function hidingCaller<L extends Shown>(leg: L): L {
  if (leg.fromUri !== null) return leg;
  return { ...leg, ...ANONYMOUS, headers: { ...leg.headers, ...ANONYMOUS.headers } };
}
