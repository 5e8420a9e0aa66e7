const FIRST_LETTERS = /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu;

/** Returns the first letters of the first two words of a name, or '' for a name without letters and digits. */
export function initialsOf(name: string): string {
  return (name.match(FIRST_LETTERS) ?? []).slice(0, 2).join('').toLocaleUpperCase('en');
}
