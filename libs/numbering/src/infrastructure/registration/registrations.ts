import type { Page, PageRequest } from '@trunkline/kernel';
import { column, columnsOf, type Database, type Table, Where } from '@trunkline/platform';
import type { Claim } from '../../application/ports';
import {
  type RegistrationCount,
  type RegistrationFilters,
  type RegistrationRepository,
} from '../../application/registration/ports';
import type { Registration } from '../../domain/registration/registration';
import { table } from '../table';

const { key, text, optionalText, texts, integer, time, optionalTime } = column;

export const RegistrationSchema = table<Registration>('registrations', {
  id: key,
  accountId: text,
  numberId: text,
  bundleId: text,
  supplier: text,
  status: text,
  rejectionCodes: texts,
  failedAttempts: integer,
  lastError: optionalText,
  checkAt: optionalTime,
  revocationReportedAt: optionalTime,
  createdAt: time,
  updatedAt: time,
});

const SELECT = `SELECT ${columnsOf(RegistrationSchema)} FROM numbering.registrations`;
const CLAIM = `UPDATE numbering.registrations SET check_at = $2 WHERE id IN (
    SELECT id FROM numbering.registrations WHERE status = $5 AND check_at <= $1 AND supplier = ANY ($3)
    ORDER BY check_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING ${columnsOf(RegistrationSchema)}`;
const COUNT = `SELECT supplier, status, count(*) AS count FROM numbering.registrations
  WHERE status IN ('open', 'failed') GROUP BY supplier, status`;

export class StoredRegistrations implements RegistrationRepository {
  constructor(private readonly db: Database) {}

  private get table(): Table<Registration> {
    return this.db.table(RegistrationSchema);
  }

  async addOnce(registration: Registration): Promise<Registration> {
    const { numberId, bundleId } = registration;
    const stored = await this.table.find('number_id = $1 AND bundle_id = $2 FOR UPDATE', [numberId, bundleId]);
    if (!stored) await this.table.add(registration);
    return stored ?? registration;
  }

  save(registration: Registration): Promise<void> {
    return this.table.save(registration);
  }

  lock(id: string): Promise<Registration> {
    return this.table.get('id = $1 FOR UPDATE', [id]);
  }

  find(numberId: string, bundleId: string): Promise<Registration | null> {
    return this.table.find('number_id = $1 AND bundle_id = $2', [numberId, bundleId]);
  }

  claimDue(
    suppliers: readonly string[],
    status: 'open' | 'registered',
    { now, leaseUntil, limit }: Claim,
  ): Promise<Registration[]> {
    return this.db.query<Registration>(CLAIM, [now, leaseUntil, suppliers, limit, status]);
  }

  count(): Promise<readonly RegistrationCount[]> {
    return this.db.query<RegistrationCount>(COUNT);
  }

  list(
    { status, supplier, accountId }: RegistrationFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<Registration>> {
    const where = new Where().add('status = ?', status).add('supplier = ?', supplier).add('account_id = ?', accountId);
    return this.db.page<Registration>(
      { select: SELECT, where, by: ['created_at', 'id'], of: ({ createdAt, id }) => [createdAt, id] },
      page,
    );
  }
}
