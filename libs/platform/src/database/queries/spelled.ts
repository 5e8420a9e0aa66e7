import { SPELLING, spellingsOf } from '@trunkline/kernel';

/**
 * Returns a condition: the text of a column matches one of the patterns of `containing` or `beginning`, without regard to case,
 * accents and hyphens. `patterns` is their parameter, such as `$3`. Computes the spellings of the kernel's `spellingsOf` in SQL, for a list
 * of one account's few rows: no index serves it.
 */
export function spelledLike(column: string, patterns: string): string {
  const lower = `lower(normalize(${column}, NFC))`;
  const spellings = [spelled(lower), spelled(replaced(lower, SPELLING.digraphs))];
  return `(${spellings.map((each) => `${each} LIKE ANY(${patterns}::text[])`).join(' OR ')})`;
}

/** Returns LIKE patterns that match each spelling of a text anywhere. */
export function containing(text: string): string[] {
  return escaped(text).map((spelling) => `%${spelling}%`);
}

/** Returns LIKE patterns that match each spelling of a text at the beginning. */
export function beginning(text: string): string[] {
  return escaped(text).map((spelling) => `${spelling}%`);
}

function escaped(text: string): string[] {
  const spellings = spellingsOf(text).filter((spelling) => spelling !== '');
  return spellings.map((spelling) => spelling.replace(/[\\%_]/g, '\\$&'));
}

function spelled(lower: string): string {
  const letters = replaced(`lower(normalize(${lower}, NFKD))`, SPELLING.letters);
  const kept = `regexp_replace(${letters}, ${literal(SPELLING.dropped)}, '', 'g')`;
  return `btrim(regexp_replace(${kept}, ${literal(SPELLING.blanks)}, ' ', 'g'))`;
}

function replaced(text: string, letters: readonly (readonly [string, string])[]): string {
  return letters.reduce((sql, [from, to]) => `replace(${sql}, ${literal(from)}, ${literal(to)})`, text);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
