import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { type HistoryLine, NumberHistory } from '../../application/ports';

/** $1 an array of lines, as JSON. */
const ADD_ALL = `INSERT INTO numbering.number_history
    (id, number_id, account_id, at, actor_kind, actor_id, action, before, after)
  SELECT id, number_id, account_id, at, actor_kind, actor_id, action, before, after
  FROM jsonb_to_recordset($1::jsonb) AS l (id text, number_id text, account_id text, at timestamptz, actor_kind text,
    actor_id text, action text, before jsonb, after jsonb)`;

export class SqlNumberHistory extends NumberHistory {
  constructor(private readonly db: Database) {
    super();
  }

  override async addAll(lines: readonly HistoryLine[]): Promise<void> {
    if (lines.length > 0) await this.db.query(ADD_ALL, [JSON.stringify(lines.map(toRow))]);
  }
}

const toRow = ({ number, actor, change, at }: HistoryLine) => ({
  ...{ id: newId('nh'), number_id: number.id, account_id: number.accountId, at },
  ...{ actor_kind: actor.kind, actor_id: actor.id },
  ...{ action: change.action, before: change.from, after: change.to },
});
