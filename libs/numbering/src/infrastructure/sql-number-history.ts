import { newId } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { NumberHistory } from '../application/ports';
import type { Actor, Change } from '../domain/actor';
import type { PhoneNumber } from '../domain/phone-number';

export class SqlNumberHistory extends NumberHistory {
  constructor(private readonly db: Database) {
    super();
  }

  override async add({ id, accountId }: PhoneNumber, actor: Actor, change: Change, at: Date): Promise<void> {
    await this.db.query(
      `INSERT INTO numbering.number_history (id, number_id, account_id, at, actor_kind, actor_id, action, before, after)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [newId('nh'), id, accountId, at, actor.kind, actor.id, change.action, change.from, change.to],
    );
  }
}
