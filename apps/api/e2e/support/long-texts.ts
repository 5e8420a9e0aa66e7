type Json = Record<string, unknown>;

/** A request of an operation in which some texts are to be filled in. */
export interface Blank {
  readonly name: string;
  readonly method: string;
  /** The members, parameters and headers that `fill` replaces. */
  readonly texts: readonly string[];
  fill(text: string): Filled;
}

export interface Filled {
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Path = readonly (string | number)[];

interface Place {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly path: Path;
}

/** Bodies of an operation by media type, and what is sent when nothing is replaced. */
interface Draft {
  readonly method: string;
  readonly template: string;
  readonly mediaType: string | undefined;
  readonly body: unknown;
  readonly places: readonly Place[];
}

/** What fits into a URL and its headers: Node reads at most 16 KiB of them. */
const HEAD_BYTES = 12_000;
/** A quarter of the text for each of four members takes a sixteenth of a time that grows with the square: still seconds. */
const PLACES_MAX = 4;
const BOUNDARY = 'long-texts';
const DEPTH_MAX = 5;
const SAMPLE_PATH: Readonly<Record<string, string>> = { e164: '12125550123', country: 'US' };
const SAMPLE_ID = 'num_0mh2k3l4p9f1c2d3e4b5a6978';

/**
 * Returns requests that together have every text of every operation of an OpenAPI document as a blank to fill in. A parameter
 * in the components of the document is read by the same code in each operation, so one per method stands for all.
 */
export function blanksOf(document: unknown): Blank[] {
  const { paths } = document as { paths: Record<string, Record<string, Json>> };
  const read = new Reader(document);
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      read.draftsOf(operation, method.toUpperCase(), template).flatMap(blanksOfDraft),
    ),
  );
}

function blanksOfDraft(draft: Draft): Blank[] {
  const inHead = draft.places.filter((place) => place.in !== 'body');
  const inBody = draft.places.filter((place) => place.in === 'body');
  const groups = [...inHead.map((place) => [place]), ...chunks(inBody, PLACES_MAX)];
  return groups.map((places) => ({
    name: `${draft.method} ${draft.template}`,
    method: draft.method,
    texts: places.map((place) => `${place.in} ${place.path.join('.')}`),
    fill: (text) => filled(draft, places, text),
  }));
}

function filled(draft: Draft, places: readonly Place[], text: string): Filled {
  const ofBody = places.filter((place) => place.in === 'body');
  const isText = ofBody.some(({ path }) => path.length === 0);
  const body = isText ? text : structuredClone(draft.body);
  for (const { path } of isText ? [] : ofBody) {
    put(body as Json, path, cut(text, Math.floor(text.length / places.length)));
  }
  const [head] = places.filter((place) => place.in !== 'body');
  const [name = ''] = (head?.path ?? []) as string[];
  const escaped = encodeURIComponent(text).slice(0, HEAD_BYTES).replace(/%.?$/, '');
  const template = head?.in === 'path' ? draft.template.replace(`{${name}}`, () => escaped) : draft.template;
  const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => SAMPLE_PATH[parameter] ?? SAMPLE_ID);
  return {
    path: head?.in === 'query' ? `${path}?${name}=${escaped}` : path,
    headers: {
      ...(draft.mediaType !== undefined && { 'content-type': contentType(draft.mediaType) }),
      ...(head?.in === 'header' && { [name]: headerValue(text) }),
    },
    body: draft.mediaType === undefined ? undefined : encoded(body as Json | string, draft.mediaType),
  };
}

/** Half of the text each from the beginning and the end, because what follows a long run decides. */
function cut(text: string, length: number): string {
  const half = Math.floor(length / 2);
  return length >= text.length ? text : text.slice(0, half) + text.slice(text.length - half);
}

/** The UTF-8 bytes of a text as a header has them, without those that no header may contain. */
export function headerValue(text: string): string {
  const bytes = Buffer.from(cut(text, HEAD_BYTES)).subarray(0, HEAD_BYTES).toString('latin1');
  return bytes.replace(/[^\t\x20-\x7e\x80-\xff]/g, '.');
}

function put(root: Json, path: Path, value: string): void {
  const [last = '', ...inner] = [...path].reverse();
  const parent = inner.reverse().reduce((at, name) => at[name] as Json, root);
  parent[last] = value;
}

function contentType(mediaType: string): string {
  return mediaType === 'multipart/form-data' ? `${mediaType}; boundary=${BOUNDARY}` : mediaType;
}

function encoded(body: Json | string, mediaType: string): string {
  if (typeof body === 'string') return body;
  if (mediaType === 'application/json') return JSON.stringify(body);
  const entries = Object.entries(body).map(([name, value]) => [name, String(value)] as const);
  if (mediaType !== 'multipart/form-data') return String(new URLSearchParams(Object.fromEntries(entries)));
  const parts = entries.map(([name, value]) =>
    name === 'file'
      ? `Content-Disposition: form-data; name="file"; filename="${value.replace(/["\r\n]/g, '_')}"\r\n\r\n%PDF-1.4`
      : `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
  );
  return [...parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`), `--${BOUNDARY}--\r\n`].join('');
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Reads samples and the places of texts from the schemas of a document. */
class Reader {
  /** Shared parameters by method. */
  private readonly seen = new Set<string>();

  constructor(private readonly document: unknown) {}

  draftsOf(operation: Json, method: string, template: string): Draft[] {
    const parameters = ((operation['parameters'] ?? []) as Json[]).filter((each) => this.isNew(each, method));
    const inHead = parameters
      .map((each) => this.resolve(each))
      .filter(({ in: place }) => place !== 'cookie')
      .map((each): Place => ({ in: each['in'] as Place['in'], path: [String(each['name'])] }));
    const content = (operation['requestBody'] as { content?: Record<string, { schema: Json }> } | undefined)?.content;
    const bodies = Object.entries(content ?? {}).map(([mediaType, { schema }]) => {
      const places: Place[] = [];
      const body = this.sample(schema, [], places);
      // A body that is a text, such as a CSV file, is its own place.
      if (typeof body !== 'object') return { method, template, mediaType, body, places };
      // A member that no operation has is read, too.
      Object.assign(body as Json, { unknown_member: '' });
      places.push({ in: 'body', path: ['unknown_member'] });
      return { method, template, mediaType, body, places };
    });
    const [first = { method, template, mediaType: undefined, body: undefined, places: [] }, ...others] = bodies;
    return [{ ...first, places: [...first.places, ...inHead] }, ...others];
  }

  private isNew({ $ref: shared }: Json, method: string): boolean {
    if (typeof shared !== 'string') return true;
    const key = `${method} ${shared}`;
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  /** Returns a value of a schema, and adds where it has text. */
  private sample(given: Json, path: Path, places: Place[]): unknown {
    const schema = this.resolve(given);
    const { properties, items, type, minimum, additionalProperties } = schema;
    if (path.length > DEPTH_MAX) return undefined;
    const [variant] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as Json[];
    if (properties) return this.sampleOfObject(properties as Record<string, Json>, path, places);
    if (items) return [this.sample(items as Json, [...path, 0], places)];
    if (variant) return this.sample(variant, path, places);
    if (typeof additionalProperties === 'object')
      return { a: this.sample(additionalProperties as Json, [...path, 'a'], places) };
    const types = [type].flat();
    if (types.includes('integer') || types.includes('number')) return minimum ?? 1;
    if (types.includes('boolean')) return true;
    places.push({ in: 'body', path });
    return this.textOf(schema);
  }

  private sampleOfObject(properties: Readonly<Record<string, Json>>, path: Path, places: Place[]): Json {
    const entries = Object.entries(properties).map(([name, each]) => [
      name,
      this.sample(each, [...path, name], places),
    ]);
    return Object.fromEntries(entries) as Json;
  }

  private textOf(schema: Json): unknown {
    const [value] = (schema['examples'] ?? schema['enum'] ?? [schema['example'] ?? 'a']) as unknown[];
    return value;
  }

  private resolve(part: Json): Json {
    if (typeof part['$ref'] !== 'string') return part;
    const names = part['$ref'].slice('#/'.length).split('/');
    const found = names.reduce((at: unknown, name) => (at as Json)[name], this.document) as Json;
    return this.resolve(found);
  }
}
