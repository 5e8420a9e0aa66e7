const ROW = /^\|(.*)\|$/gm;
const CODE = /`([^`]+)`/g;

/** The text below a heading, up to the next heading of the same level. Throws when there is none. */
export function sectionOf(text: string, heading: string): string {
  const begin = text.indexOf(`\n## ${heading}\n`);
  if (begin < 0) throw new Error(`There is no section "${heading}".`);
  const end = text.indexOf('\n## ', begin + 1);
  return text.slice(begin, end < 0 ? undefined : end);
}

/** The first cells of a section's table, without its head. */
export function firstCellsOf(section: string): string[] {
  const cells = [...section.matchAll(ROW)].map(([, row = '']) => row.split('|')[0]?.trim() ?? '');
  return cells.slice(2);
}

/** What stands between backticks. */
export function codeOf(text: string): string[] {
  return [...text.matchAll(CODE)].map(([, code = '']) => code);
}
