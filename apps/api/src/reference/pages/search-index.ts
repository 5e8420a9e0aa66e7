import { rejection, REJECTIONS } from '@trunkline/kernel';
import { type ApiDocument, bodyOf, choicesOf, JSON_TYPE, type Operation, type Schema, successOf } from './document';
import type { Guide } from './guides';

/** What the search of the pages finds. Operations are named by their place in the list. */
export interface SearchIndex {
  readonly operations: readonly (readonly [id: string, summary: string, method: string, path: string])[];
  /** Operations whose query, body or answer has the member. */
  readonly members: Readonly<Record<string, readonly number[]>>;
  readonly errors: readonly (readonly [code: string, statuses: string])[];
  /** Why calls are rejected. */
  readonly rejections: readonly (readonly [reason: string, explanation: string])[];
  /** Headers, with the section that explains each. */
  readonly headers: readonly (readonly [name: string, path: string, title: string])[];
  /** The sections of the guides, with the words of their texts that their titles lack. */
  readonly guides: readonly (readonly [path: string, title: string, heading: string, words: string])[];
}

export const rejectionId = (reason: string): string => `rejected-${reason}`;

export function searchIndexOf(document: ApiDocument, guides: readonly Guide[]): SearchIndex {
  const operations = [...document.operations.values()];
  const conventions = { path: '/docs/api', title: 'Conventions of the API', heading: '', text: document.introduction };
  const sections = [...guides.flatMap(sectionsOf), conventions];
  const members = new Map<string, number[]>();
  for (const [place, operation] of operations.entries())
    for (const name of membersOf(operation, document)) members.set(name, [...(members.get(name) ?? []), place]);
  return {
    operations: operations.map(({ id, summary, method, path }) => [id, summary, method, path]),
    members: Object.fromEntries([...members].sort(([one], [other]) => (one < other ? -1 : 1))),
    errors: [...statusesOf(operations)].sort(),
    rejections: REJECTIONS.map((reason) => [reason, rejection(reason).explanation]),
    headers: [...headersOf(sections)].map(([name, { path, title, heading }]) => [name, path, heading || title]),
    guides: sections.map(({ path, title, heading, text }) => [
      path,
      title,
      heading,
      wordsOf(text, `${title} ${heading}`),
    ]),
  };
}

interface TextSection {
  readonly path: string;
  readonly title: string;
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  readonly text: string;
}

/** Code but that of HTTP, whose headers are names that readers look for. */
const CODE = /^```[^]*?^```$/gm;

function sectionsOf({ path, title, text, headings }: Guide): TextSection[] {
  const texts = text
    .replace(CODE, (block) => (block.startsWith('```http') ? block : ''))
    .split(/^#{1,4} .*$/m)
    .slice(1);
  return headings.map(({ level, text: heading, anchor }, index) => ({
    ...(level === 1 ? { path, heading: '' } : { path: `${path}#${anchor}`, heading }),
    title,
    text: texts[index] ?? '',
  }));
}

/** Returns the headers that a text names as code, with the first section that does. */
function headersOf(sections: readonly TextSection[]): ReadonlyMap<string, TextSection> {
  const headers = new Map<string, TextSection>();
  for (const section of sections)
    for (const [, name = ''] of section.text.matchAll(/`((?:[A-Z][A-Za-z]*-)+[A-Za-z]+|ETag)`/g))
      if (!headers.has(name)) headers.set(name, section);
  return headers;
}

/** Words of two letters, and those that most texts have, find nothing. */
const COMMON = new Set(
  'the and for with that this from are was has have not its your you our can which who what when where then than only each all any one but into does they them their there was will whose until before after'.split(
    ' ',
  ),
);
const LETTERS_MIN = 3;

/** Returns the words of a text, each once, without those of its titles. */
function wordsOf(text: string, titles: string): string {
  const inTitles = new Set(plainWords(titles));
  const words = new Set(plainWords(text.replace(/\]\([^)]*\)/g, ']')));
  return [...words].filter((word) => word.length >= LETTERS_MIN && !COMMON.has(word) && !inTitles.has(word)).join(' ');
}

const plainWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu) ?? [];

/** Returns the statuses with which each error code comes. */
export function statusesOf(operations: Iterable<Operation>): ReadonlyMap<string, string> {
  const statuses = new Map<string, Set<number>>();
  for (const { status, codes } of [...operations].flatMap(({ replies }) => replies))
    for (const code of codes) statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
  return new Map([...statuses].map(([code, of]) => [code, [...of].sort().join(', ')]));
}

/** Returns the names of the query, and of the members of body and answer, at any depth. */
function membersOf(operation: Operation, document: ApiDocument): ReadonlySet<string> {
  const query = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const answer = successOf(operation)?.content[JSON_TYPE]?.schema;
  const data = answer && document.resolve(answer).properties?.['data'];
  const seen = new Set<string>();
  const inner = [bodyOf(operation), data].flatMap((schema) => (schema ? namesIn(schema, document, seen) : []));
  return new Set([...query, ...inner]);
}

/** Returns the names of the members of a schema. `seen` keeps those that contain themselves from being read for ever. */
function namesIn(schema: Schema, document: ApiDocument, seen: Set<string>): string[] {
  const { $ref } = schema;
  if ($ref !== undefined && seen.has($ref)) return [];
  if ($ref !== undefined) seen.add($ref);
  const { properties = {}, items = [], allOf = [], ...rest } = document.resolve(schema);
  const inner = [...Object.values(properties), items, ...allOf, ...choicesOf(rest)].flat();
  return [...Object.keys(properties), ...inner.flatMap((each) => namesIn(each, document, seen))];
}
