import type { Page, PageRequest } from '@trunkline/kernel';
import type { AuditTrail } from '../security/audit-trail';
import type { Database } from './database';
import type { NumberSpelling } from './online/respell';
import { Where } from './queries/where';

export interface ListedSpelling extends NumberSpelling {
  readonly id: string;
  readonly foundAt: Date;
}

const COLUMNS = `id, account_id AS "accountId", subject, field, value, canonical, found_at AS "foundAt"`;

/** Numbers that the migrations found in another spelling and could not correct. See docs/operations.md#number-spellings. */
export class NumberSpellings {
  constructor(
    private readonly db: Database,
    private readonly trail: AuditTrail,
  ) {}

  list(accountId: string | undefined, page: PageRequest<'found_at'>): Promise<Page<ListedSpelling>> {
    const select = `SELECT ${COLUMNS} FROM platform.number_spellings`;
    const where = new Where().add('account_id = ?', accountId);
    return this.db.page({ select, where, by: ['found_at', 'id'], of: ({ foundAt, id }) => [foundAt, id] }, page);
  }

  /** Removes an entry that an operator has dealt with. Throws `not_found`. */
  async remove(id: string, actor: string): Promise<void> {
    await this.db.run(async () => {
      const { accountId, subject, field, value } = await this.db.get<ListedSpelling>(
        `DELETE FROM platform.number_spellings WHERE id = $1 RETURNING ${COLUMNS}`,
        [id],
      );
      const entry = { actor, action: 'number_spelling.delete', subject, before: { field, value } };
      await this.trail.record({ ...entry, ...(accountId !== null && { accountId }) });
    });
  }
}
