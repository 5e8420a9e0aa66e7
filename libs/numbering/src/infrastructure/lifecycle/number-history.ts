import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type HistoryEntry, NumberHistory } from '../../application/ports';

/** $1: JSON array of entries. */
const ADD_ALL = `INSERT INTO numbering.number_history
    (id, number_id, account_id, at, actor_kind, actor_id, action, before, after)
  SELECT id, number_id, account_id, at, actor_kind, actor_id, action, before, after
  FROM jsonb_to_recordset($1::jsonb) AS e (id text, number_id text, account_id text, at timestamptz, actor_kind text,
    actor_id text, action text, before jsonb, after jsonb)`;

export class StoredNumberHistory extends NumberHistory {
  constructor(private readonly db: Database) {
    super();
  }

  override async addAll(entries: readonly HistoryEntry[]): Promise<void> {
    if (entries.length > 0) await this.db.write(ADD_ALL, [JSON.stringify(entries.map(toRow))]);
  }
}

const toRow = ({ number, actor, change, at }: HistoryEntry) => ({
  id: newId('nh'),
  number_id: number.id,
  account_id: number.accountId,
  at,
  actor_kind: actor.kind,
  actor_id: actor.id,
  action: change.action,
  before: change.from,
  after: change.to,
});
