import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
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

  async list(accountId: string | undefined, page: PageRequest<'found_at'>): Promise<Page<ListedSpelling>> {
    const { limit, order } = page;
    const where = new Where().always('true').add('account_id = ?', accountId).after(page, 'found_at', 'timestamptz');
    const rows = await this.db.query<ListedSpelling>(
      `SELECT ${COLUMNS} FROM platform.number_spellings ${where.text}
        ORDER BY found_at ${order}, id ${order} ${where.limit(limit)}`,
      where.values,
    );
    return pageOf(rows, limit, ({ id, foundAt }) => ({ key: foundAt.toISOString(), id }));
  }

  /** Removes an entry that an operator has dealt with. Throws `not_found`. */
  async remove(id: string, actor: string): Promise<void> {
    await this.db.run(async () => {
      const removed = await this.db.queryOne<ListedSpelling>(
        `DELETE FROM platform.number_spellings WHERE id = $1 RETURNING ${COLUMNS}`,
        [id],
      );
      if (!removed) throw CommonErrors.not_found();
      const { accountId, subject, field, value } = removed;
      const entry = { actor, action: 'number_spelling.delete', subject, before: { field, value } };
      await this.trail.record({ ...entry, ...(accountId !== null && { accountId }) });
    });
  }
}
