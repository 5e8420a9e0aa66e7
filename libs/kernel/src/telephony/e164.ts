const E164 = /^\+[1-9]\d{6,14}$/;

/** Matches the format of ITU-T E.164 (at most 15 digits). The edge checks the numbering plan. */
export function isE164(text: string): boolean {
  return E164.test(text);
}
