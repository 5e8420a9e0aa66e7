const E164 = /^\+[1-9]\d{6,14}$/;

/** The shape alone (ITU-T E.164: at most 15 digits); whether a numbering plan knows the number is asked at the edge. */
export function isE164(text: string): boolean {
  return E164.test(text);
}
