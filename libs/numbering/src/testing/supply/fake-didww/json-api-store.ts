/** `type/id` of another record. */
export interface Link {
  readonly type: string;
  readonly id: string;
}

export interface FakeRecord extends Link {
  readonly attributes: Record<string, unknown>;
  readonly relationships: Record<string, Link | readonly Link[] | null>;
  readonly meta?: Record<string, unknown>;
}

const keyOf = ({ type, id }: Link) => `${type}/${id}`;
const linksOf = (link: Link | readonly Link[] | null | undefined): readonly Link[] =>
  link === null || link === undefined ? [] : 'type' in link ? [link] : link;

/** Records in memory, shown as JSON:API documents: linkage only of what is included, `meta` never of what is. */
export class JsonApiStore {
  private readonly records = new Map<string, FakeRecord>();

  add(record: FakeRecord): FakeRecord {
    this.records.set(keyOf(record), record);
    return record;
  }

  remove(link: Link): void {
    this.records.delete(keyOf(link));
  }

  find(type: string, id: string): FakeRecord | null {
    return this.records.get(keyOf({ type, id })) ?? null;
  }

  all(type: string): FakeRecord[] {
    return [...this.records.values()].filter((record) => record.type === type);
  }

  /** The records at the end of a path such as `did_group.country`. */
  follow(record: FakeRecord, path: string): FakeRecord[] {
    return path
      .split('.')
      .reduce<FakeRecord[]>((from, name) => from.flatMap((each) => this.related(each, name)), [record]);
  }

  one(record: FakeRecord, include: readonly string[]): object {
    return { data: show(record, namesIn(include)), ...this.included([record], include), meta: META };
  }

  many(records: readonly FakeRecord[], include: readonly string[], meta: object): object {
    const data = records.map((record) => show(record, namesIn(include)));
    return { data, ...this.included(records, include), meta: { ...META, ...meta } };
  }

  private included(records: readonly FakeRecord[], include: readonly string[]): object {
    if (include.length === 0) return {};
    const found = new Map<string, object>();
    for (const path of include) {
      const parts = path.split('.');
      parts.forEach((_, depth) => {
        const within = namesIn(include, parts.slice(0, depth + 1).join('.'));
        for (const record of records.flatMap((each) => this.follow(each, parts.slice(0, depth + 1).join('.')))) {
          const { type, id, attributes, relationships } = show(record, within);
          found.set(keyOf(record), { type, id, attributes, relationships });
        }
      });
    }
    return { included: [...found.values()] };
  }

  private related(record: FakeRecord, name: string): FakeRecord[] {
    return linksOf(record.relationships[name]).flatMap((link) => this.records.get(keyOf(link)) ?? []);
  }
}

const META = { api_version: '2026-04-16' };

/** What of a path's record is included: of `did_group.country` within `did_group`, `country`. */
function namesIn(include: readonly string[], within = ''): ReadonlySet<string> {
  const lead = within === '' ? '' : `${within}.`;
  const inner = include.filter((path) => path.startsWith(lead)).map((path) => path.slice(lead.length));
  return new Set(inner.map((path) => path.split('.')[0]!));
}

function show({ type, id, attributes, relationships, meta }: FakeRecord, included: ReadonlySet<string>) {
  const related = Object.entries(relationships).map(([name, data]) => {
    const base = `https://api.didww.com/v3/${type}/${id}`;
    const links = { self: `${base}/relationships/${name}`, related: `${base}/${name}` };
    return [name, { links, ...(included.has(name) && { data }) }] as const;
  });
  return { id, type, attributes, relationships: Object.fromEntries(related), ...(meta && { meta }) };
}
