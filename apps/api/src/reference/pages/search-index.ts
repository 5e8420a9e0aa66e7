import { type ApiDocument, bodyOf, choicesOf, JSON_TYPE, type Operation, type Schema, successOf } from './document';
import type { Guide } from './guides';

/** What the search of the pages finds. Operations are named by their place in the list. */
export interface SearchIndex {
  readonly operations: readonly (readonly [id: string, summary: string, method: string, path: string])[];
  /** Operations whose query, body or answer has the member. */
  readonly members: Readonly<Record<string, readonly number[]>>;
  readonly errors: readonly (readonly [code: string, statuses: string])[];
  readonly guides: readonly (readonly [path: string, title: string, heading: string])[];
}

export function searchIndexOf(document: ApiDocument, guides: readonly Guide[]): SearchIndex {
  const operations = [...document.operations.values()];
  const members = new Map<string, number[]>();
  for (const [place, operation] of operations.entries())
    for (const name of membersOf(operation, document)) members.set(name, [...(members.get(name) ?? []), place]);
  return {
    operations: operations.map(({ id, summary, method, path }) => [id, summary, method, path]),
    members: Object.fromEntries([...members].sort(([one], [other]) => (one < other ? -1 : 1))),
    errors: [...statusesOf(operations)].sort(),
    guides: guides.flatMap(({ path, title, headings }) =>
      headings.map(({ level, text, anchor }) =>
        level === 1 ? ([path, title, ''] as const) : ([`${path}#${anchor}`, title, text] as const),
      ),
    ),
  };
}

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
