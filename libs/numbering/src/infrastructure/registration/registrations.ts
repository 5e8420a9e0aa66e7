import { CommonErrors, type Page, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import type { Claim } from '../../application/ports';
import {
  type RegistrationCount,
  type RegistrationFilters,
  type RegistrationRepository,
} from '../../application/registration/ports';
import type { Registration } from '../../domain/registration/registration';

const COLUMNS = `r.id, r.account_id AS "accountId", r.number_id AS "numberId", r.bundle_id AS "bundleId", r.supplier,
  r.status, r.rejection_codes AS "rejectionCodes", r.failed_attempts AS "failedAttempts", r.last_error AS "lastError",
  r.check_at AS "checkAt", r.revocation_reported_at AS "revocationReportedAt", r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;
const SELECT = `SELECT ${COLUMNS} FROM numbering.registrations r`;
const ADD = `INSERT INTO numbering.registrations (id, account_id, number_id, bundle_id, supplier, status, rejection_codes,
    failed_attempts, last_error, check_at, revocation_reported_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (number_id, bundle_id) DO NOTHING`;
const SAVE = `UPDATE numbering.registrations SET status = $2, rejection_codes = $3, failed_attempts = $4, last_error = $5,
  check_at = $6, revocation_reported_at = $7, updated_at = $8 WHERE id = $1`;
const CLAIM = `UPDATE numbering.registrations r SET check_at = $2 WHERE r.id IN (
    SELECT id FROM numbering.registrations WHERE status = $5 AND check_at <= $1 AND supplier = ANY ($3)
    ORDER BY check_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING ${COLUMNS}`;
const COUNT = `SELECT supplier, status, count(*) AS count FROM numbering.registrations
  WHERE status IN ('open', 'failed') GROUP BY supplier, status`;

export class StoredRegistrations implements RegistrationRepository {
  constructor(private readonly db: Database) {}

  async addOnce(registration: Registration): Promise<Registration> {
    const { id, accountId, numberId, bundleId, supplier, createdAt } = registration;
    const { status, rejectionCodes, failedAttempts, lastError, checkAt, updatedAt } = registration;
    const state = [status, rejectionCodes, failedAttempts, lastError, checkAt, registration.revocationReportedAt];
    await this.db.query(ADD, [id, accountId, numberId, bundleId, supplier, ...state, createdAt, updatedAt]);
    const text = `${SELECT} WHERE r.number_id = $1 AND r.bundle_id = $2 FOR UPDATE`;
    return (await this.db.queryOne<Registration>(text, [numberId, bundleId])) ?? registration;
  }

  async save(registration: Registration): Promise<void> {
    const { id, status, rejectionCodes, failedAttempts, lastError, checkAt, updatedAt } = registration;
    const state = [status, rejectionCodes, failedAttempts, lastError, checkAt, registration.revocationReportedAt];
    await this.db.query(SAVE, [id, ...state, updatedAt]);
  }

  async lock(id: string): Promise<Registration> {
    const registration = await this.db.queryOne<Registration>(`${SELECT} WHERE r.id = $1 FOR UPDATE`, [id]);
    if (!registration) throw CommonErrors.not_found();
    return registration;
  }

  find(numberId: string, bundleId: string): Promise<Registration | null> {
    return this.db.queryOne<Registration>(`${SELECT} WHERE r.number_id = $1 AND r.bundle_id = $2`, [
      numberId,
      bundleId,
    ]);
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
    const { conditions, values } = new Where()
      .always('true')
      .add('r.status = ?', status)
      .add('r.supplier = ?', supplier)
      .add('r.account_id = ?', accountId);
    const statement = {
      select: SELECT,
      where: conditions,
      values,
      key: {
        column: 'r.created_at',
        type: 'timestamptz',
        of: (row: Registration) => row.createdAt.toISOString(),
      } as const,
      id: 'r.id',
    };
    return readPage<Registration>(this.db, statement, page);
  }
}
