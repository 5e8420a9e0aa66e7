import type { Page, PageRequest } from '@trunkline/kernel';
import { type Database, RecentRead, Where } from '@trunkline/platform';
import type { SendingStop, SendingStopStore } from '../application/sending-stops';

/** How old the list of a process may be. Reading it for each message would cost more than the check does. */
const FRESH_MS = 2_000;
const COLUMNS = `account_id AS "accountId", reason, operator, created_at AS "createdAt"`;
const ADD = `INSERT INTO messaging.sending_stops (account_id, reason, operator, created_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING 1`;
const AMONG = `SELECT account_id AS "accountId" FROM messaging.sending_stops WHERE account_id = ANY ($1)`;
const REMOVE = `DELETE FROM messaging.sending_stops WHERE account_id = $1 RETURNING ${COLUMNS}`;

export class StoredSendingStops implements SendingStopStore {
  private readonly accounts: RecentRead<ReadonlySet<string>>;

  constructor(private readonly db: Database) {
    this.accounts = new RecentRead(() => load(db), FRESH_MS);
  }

  async add({ accountId, reason, operator, createdAt }: SendingStop): Promise<boolean> {
    const added = await this.db.find(ADD, [accountId, reason, operator, createdAt]);
    this.db.afterCommit(() => this.accounts.forget());
    return added !== null;
  }

  async remove(accountId: string): Promise<SendingStop | null> {
    const removed = await this.db.find<SendingStop>(REMOVE, [accountId]);
    this.db.afterCommit(() => this.accounts.forget());
    return removed;
  }

  list(page: PageRequest<'created_at'>): Promise<Page<SendingStop>> {
    const select = `SELECT ${COLUMNS} FROM messaging.sending_stops`;
    const of = ({ createdAt, accountId }: SendingStop) => [createdAt, accountId] as const;
    return this.db.page({ select, where: new Where(), by: ['created_at', 'account_id'], of }, page);
  }

  stopped(): Promise<ReadonlySet<string>> {
    return this.accounts.get();
  }

  async stoppedAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<{ accountId: string }>(AMONG, [accountIds]);
    return new Set(rows.map(({ accountId }) => accountId));
  }
}

async function load(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ accountId: string }>(`SELECT account_id AS "accountId" FROM messaging.sending_stops`);
  return new Set(rows.map(({ accountId }) => accountId));
}
