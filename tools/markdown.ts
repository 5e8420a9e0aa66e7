/** Target of a link or citation as written, and the document that contains it. */
export interface Link {
  readonly from: string;
  readonly target: string;
}

const FENCED = /^(```|~~~).*?^\1/gms;
const LINK = /\]\(([^()\s]+)\)/g;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;
const CITATION = /\bdocs\/(?:decisions\/)?[\w-]+\.md(?:#[\w-]+)?/g;
const HEADING = /^#{1,6} +(.+?) *#*$/gm;
const ROW = /^\|(.*)\|$/gm;
const CODE = /`([^`]+)`/g;

/** Returns the relative links of a Markdown document. */
export function linksOf(from: string, text: string): Link[] {
  const targets = [...text.replace(FENCED, '').matchAll(LINK)].map(([, target = '']) => target);
  return targets.filter((target) => !ABSOLUTE.test(target)).map((target) => ({ from, target }));
}

/** Returns the pages of `docs/` that source code cites, relative to the root. */
export function citationsOf(from: string, text: string): Link[] {
  return [...text.matchAll(CITATION)].map(([target]) => ({ from, target }));
}

/** Returns the anchors of a document's headings as GitHub generates them. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = [...text.replace(FENCED, '').matchAll(HEADING)].map(([, heading = '']) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

/** Returns the text below a heading, up to the next heading of the same level. Throws when the heading is missing. */
export function sectionOf(text: string, heading: string): string {
  const begin = text.indexOf(`\n## ${heading}\n`);
  if (begin < 0) throw new Error(`There is no section "${heading}".`);
  const end = text.indexOf('\n## ', begin + 1);
  return text.slice(begin, end < 0 ? undefined : end);
}

/** Returns the first cells of a section's table, without the header. */
export function firstCellsOf(section: string): string[] {
  const cells = [...section.matchAll(ROW)].map(([, row = '']) => row.split('|')[0]?.trim() ?? '');
  return cells.slice(2);
}

/** Returns the text between backticks. */
export function codeOf(text: string): string[] {
  return [...text.matchAll(CODE)].map(([, code = '']) => code);
}
