import { Database } from '@trunkline/platform';
import { bySession, type Customer, type Headers, type Sender, type TestApi } from '../support';
import type { Row } from '../support/numbering/shopping';

/** What an operation has recorded. */
export interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly changes: readonly { readonly field: string; readonly redacted?: boolean }[];
}

interface Request {
  readonly ids?: Row;
  /** A text is sent as CSV. */
  readonly body?: unknown;
  readonly sender?: Sender;
}

/** Members of answers that are secrets. */
const SECRET = /(^|_)(key|secret|password|pin|token)$/;

const ENTRIES = `SELECT action, actor_kind AS actor, changes FROM platform.activity`;

/** A walk through the operations that change something, as one customer. It keeps what each has recorded. */
export class Walk {
  /** The entries of each operation. */
  readonly entries = new Map<string, readonly Entry[]>();
  /** What entries must never contain: secrets and personal data that were sent, and secrets that were returned. */
  readonly marks = new Set<string>();

  constructor(
    readonly api: TestApi,
    readonly customer: Customer,
  ) {}

  get db(): Database {
    return this.api.use(Database);
  }

  /** Returns a text that no entry may contain. */
  mark(what: string): string {
    return this.keep(`Zq${String(this.marks.size)}${what}Zq`);
  }

  keep(secret: string): string {
    this.marks.add(secret);
    return secret;
  }

  /** Keeps the secrets of an answer. */
  keepSecrets(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (SECRET.test(name) && typeof member === 'string') this.keep(member);
      this.keepSecrets(member);
    }
  }

  /** Performs an operation of the document, and keeps what it has recorded. Returns the data of the answer. */
  async perform(name: string, { ids = {}, body, sender = bySession(this.customer) }: Request = {}): Promise<Row> {
    const [method = '', template = ''] = name.split(' ');
    const path = template.replaceAll(/\{(\w+)\}/g, (_, id: string) => String(ids[id]).replace('+', ''));
    const requestId = `walk-${String(this.entries.size)}-${Date.now().toString(36)}`;
    const headers: Headers = {
      'x-request-id': requestId,
      ...(typeof body === 'string' && { 'content-type': 'text/csv' }),
    };
    const answer = await this.api.send(method, path, { body, sender, headers });
    if (answer.status >= 300) throw new Error(`${name} failed: ${answer.text}`);
    this.keepSecrets(answer.body.data);
    this.entries.set(
      name,
      await this.db.query<Entry & Row>(`${ENTRIES} WHERE request_id = $1 ORDER BY id`, [requestId]),
    );
    return (answer.body.data ?? {}) as Row;
  }

  /** Returns what was recorded of a resource. */
  entriesOf(resourceId: string): Promise<readonly Entry[]> {
    return this.db.query<Entry & Row>(`${ENTRIES} WHERE resource_id = $1 ORDER BY id`, [resourceId]);
  }

  /** Returns the marks that are in entries of any account. Digits have to be a word, because times and IDs contain digits. */
  async found(): Promise<readonly string[]> {
    const rows = await this.db.query<{ text: string }>(`SELECT a::text AS text FROM platform.activity a`);
    const text = rows.map((row) => row.text).join('\n');
    const isIn = (mark: string) => (/^\d+$/.test(mark) ? new RegExp(`\\b${mark}\\b`).test(text) : text.includes(mark));
    return [...this.marks].filter(isIn);
  }
}
