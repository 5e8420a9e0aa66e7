/** Returns the cents of an amount that a person typed, such as `1,250.5`, or null for anything else. */
export function centsOf(text: string): number | null {
  const plain = text.replaceAll(/[$,\s]/g, '');
  return /^\d{1,9}(\.\d{0,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

/** The reverse: a text to edit. */
export const dollarsOf = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
