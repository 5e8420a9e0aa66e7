import { ResponseFormatError } from '../http/supplier-errors';

/** The response does not match the documentation, so the outcome is unknown. */
export class UnreadableResponse extends ResponseFormatError {
  override readonly name = 'UnreadableResponse';
}

type Json = Readonly<Record<string, unknown>>;

/** One resource of a JSON:API document (jsonapi.org/format/1.0). Reading a missing value throws `UnreadableResponse`. */
export class Resource {
  readonly type: string;
  readonly id: string;
  private readonly attributes: Json;
  private readonly relationships: Json;
  private readonly meta: Json;

  constructor(
    raw: unknown,
    private readonly included: ReadonlyMap<string, Resource>,
  ) {
    const { type, id, attributes, relationships, meta } = objectOf(raw);
    if (typeof type !== 'string' || typeof id !== 'string')
      throw new UnreadableResponse('A resource without type or id.');
    this.type = type;
    this.id = id;
    this.attributes = objectOf(attributes ?? {});
    this.relationships = objectOf(relationships ?? {});
    this.meta = objectOf(meta ?? {});
  }

  text(name: string): string {
    const value = this.textOrNull(name);
    if (value === null) throw this.missing(name);
    return value;
  }

  /** Returns null for an empty text, too. */
  textOrNull(name: string): string | null {
    const value = this.attributes[name] ?? null;
    if (value !== null && typeof value !== 'string') throw this.missing(name);
    return value === '' ? null : value;
  }

  texts(name: string): string[] {
    const value = this.attributes[name] ?? [];
    if (!Array.isArray(value)) throw this.missing(name);
    return value.filter((each) => typeof each === 'string');
  }

  count(name: string): number {
    const value = this.attributes[name] ?? 0;
    if (typeof value !== 'number') throw this.missing(name);
    return value;
  }

  flag(name: string): boolean {
    return this.attributes[name] === true;
  }

  metaFlag(name: string): boolean {
    const value = this.meta[name];
    if (typeof value !== 'boolean') throw this.missing(`meta.${name}`);
    return value;
  }

  /** A related resource that was included; null when nothing is related. */
  one(name: string): Resource | null {
    const [link] = this.linksOf(name);
    return link === undefined ? null : (this.included.get(link) ?? null);
  }

  many(name: string): Resource[] {
    return this.linksOf(name).flatMap((link) => this.included.get(link) ?? []);
  }

  /** The id alone of what is related. */
  relatedId(name: string): string | null {
    return this.linksOf(name)[0]?.split('/')[1] ?? null;
  }

  private linksOf(name: string): string[] {
    const { data } = objectOf(this.relationships[name] ?? {});
    const links: readonly unknown[] = Array.isArray(data) ? data : data === null || data === undefined ? [] : [data];
    return links.map(keyOf);
  }

  private missing(name: string): UnreadableResponse {
    return new UnreadableResponse(`${this.type}: ${name} is not what it should be.`);
  }
}

/** How the rows of a page are read: all of them, or as far as they can be. */
export type RowReading = (rows: readonly unknown[], read: (row: unknown) => Resource) => readonly Resource[];

const readAll: RowReading = (rows, read) => rows.map(read);

export interface Page {
  /** As far as they could be read. */
  readonly items: readonly Resource[];
  /** How many rows the page has. */
  readonly size: number;
  /** How many there are in all. */
  readonly total: number;
}

export function resourceOf(answer: unknown): Resource {
  const { data, included } = objectOf(answer);
  return new Resource(data, includedOf(included));
}

/** The size of a list is in `total_records`, and that of available DIDs in `total_count`. */
export function pageOf(answer: unknown, readRows: RowReading = readAll): Page {
  const { data, included, meta } = objectOf(answer);
  if (!Array.isArray(data)) throw new UnreadableResponse('A list without data.');
  const resources = includedOf(included);
  const { total_records: records, total_count: count } = objectOf(meta ?? {});
  const total = records ?? count;
  const items = readRows(data, (each) => new Resource(each, resources));
  return { items, size: data.length, total: typeof total === 'number' ? total : data.length };
}

function includedOf(included: unknown): ReadonlyMap<string, Resource> {
  const resources = new Map<string, Resource>();
  if (!Array.isArray(included)) return resources;
  // One that is of no use is missed by the row that refers to it.
  for (const raw of included.filter(isResource)) resources.set(keyOf(raw), new Resource(raw, resources));
  return resources;
}

function keyOf(link: unknown): string {
  const { type, id } = objectOf(link);
  return `${String(type)}/${String(id)}`;
}

function objectOf(value: unknown): Json {
  if (!isObject(value)) throw new UnreadableResponse('Not an object.');
  return value;
}

function isResource(value: unknown): value is Json {
  return isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
