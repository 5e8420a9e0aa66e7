import { CommonErrors, type Page, pageOf, type PageRequest } from '@trunkline/kernel';
import { type Database, readPage, Where } from '@trunkline/platform';
import { type BundleFilters, type BundleRepository } from '../../application/bundles/ports';
import type { BundleStatus, ComplianceBundle } from '../../domain/bundles/bundle';

const COLUMNS = `b.id, b.account_id AS "accountId", b.name, b.end_user_id AS "endUserId", b.country,
  b.number_type AS "numberType", b.status, b.review_notes AS "reviewNotes", b.rejection_codes AS "rejectionCodes",
  b.valid_until AS "validUntil", b.submitted_at AS "submittedAt", b.approved_at AS "approvedAt",
  b.rejected_at AS "rejectedAt", b.created_at AS "createdAt", b.updated_at AS "updatedAt",
  ARRAY(SELECT l.document_id FROM compliance.bundle_documents l WHERE l.bundle_id = b.id ORDER BY l.document_id)
    AS "documentIds"`;
const SELECT = `SELECT ${COLUMNS} FROM compliance.bundles b`;
const ADD = `INSERT INTO compliance.bundles (id, account_id, created_at, name, end_user_id, country, number_type, status,
  review_notes, rejection_codes, valid_until, submitted_at, approved_at, rejected_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`;
const SAVE = `UPDATE compliance.bundles SET name = $3, end_user_id = $4, country = $5, number_type = $6, status = $7,
  review_notes = $8, rejection_codes = $9, valid_until = $10, submitted_at = $11, approved_at = $12, rejected_at = $13,
  updated_at = $14 WHERE account_id = $1 AND id = $2`;
const DETACH = `DELETE FROM compliance.bundle_documents WHERE bundle_id = $1 AND document_id <> ALL ($2)`;
const ATTACH = `INSERT INTO compliance.bundle_documents (bundle_id, document_id) SELECT $1, unnest($2::text[])
  ON CONFLICT DO NOTHING`;
const LOCK = `SELECT 1 FROM compliance.bundles WHERE account_id = $1 AND id = $2 FOR UPDATE`;
const LOCK_BY_ID = `SELECT 1 FROM compliance.bundles WHERE id = $1 FOR UPDATE`;
// One statement for both statuses: it waits for a review and then applies to its outcome.
const LAPSE = `UPDATE compliance.bundles SET updated_at = $3,
    valid_until = CASE status WHEN 'approved' THEN least(valid_until, $3) ELSE valid_until END,
    submitted_at = CASE status WHEN 'approved' THEN submitted_at END,
    status = CASE status WHEN 'approved' THEN 'approved' ELSE 'draft' END
  WHERE account_id = $1 AND status IN ('submitted', 'approved') AND (end_user_id = $2 OR id IN (
    SELECT l.bundle_id FROM compliance.bundle_documents l JOIN compliance.documents d ON d.id = l.document_id
    WHERE d.account_id = $1 AND d.end_user_id = $2))`;

/** Stores bundles with the ids of their documents. */
export class StoredBundles implements BundleRepository {
  constructor(private readonly db: Database) {}

  async add(bundle: ComplianceBundle): Promise<void> {
    const { id, accountId, createdAt } = bundle;
    await this.db.query(ADD, [id, accountId, createdAt, ...changing(bundle)]);
    await this.db.query(ATTACH, [id, bundle.documentIds]);
  }

  async save(bundle: ComplianceBundle): Promise<void> {
    const { id, accountId, documentIds } = bundle;
    await this.db.query(SAVE, [accountId, id, ...changing(bundle)]);
    await this.db.query(DETACH, [id, documentIds]);
    await this.db.query(ATTACH, [id, documentIds]);
  }

  async remove({ accountId, id }: ComplianceBundle): Promise<void> {
    await this.db.query(`DELETE FROM compliance.bundles WHERE account_id = $1 AND id = $2`, [accountId, id]);
  }

  // The lock is a statement of its own: after a wait, its snapshot would show the documents from before the wait.
  async lock(accountId: string, id: string): Promise<ComplianceBundle> {
    await this.db.query(LOCK, [accountId, id]);
    const bundle = await this.find(accountId, id);
    if (!bundle) throw CommonErrors.not_found();
    return bundle;
  }

  async lockById(id: string): Promise<ComplianceBundle> {
    await this.db.query(LOCK_BY_ID, [id]);
    const bundle = await this.findById(id);
    if (!bundle) throw CommonErrors.not_found();
    return bundle;
  }

  findById(id: string): Promise<ComplianceBundle | null> {
    return this.db.queryOne<ComplianceBundle>(`${SELECT} WHERE b.id = $1`, [id]);
  }

  find(accountId: string, id: string): Promise<ComplianceBundle | null> {
    return this.db.queryOne<ComplianceBundle>(`${SELECT} WHERE b.account_id = $1 AND b.id = $2`, [accountId, id]);
  }

  list(
    accountId: string,
    { status, country, numberType, endUserId }: BundleFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceBundle>> {
    const { conditions, values } = new Where()
      .require('b.account_id = ?', accountId)
      .anyOf('b.status', status)
      .anyOf('b.country', country)
      .anyOf('b.number_type', numberType)
      .anyOf('b.end_user_id', endUserId);
    const statement = {
      select: SELECT,
      where: conditions,
      values,
      key: {
        column: 'b.created_at',
        type: 'timestamptz',
        of: (row: ComplianceBundle) => row.createdAt.toISOString(),
      } as const,
      id: 'b.id',
    };
    return readPage<ComplianceBundle>(this.db, statement, page);
  }

  async queue(
    statuses: readonly BundleStatus[],
    { limit, order, after }: PageRequest<'submitted_at'>,
  ): Promise<Page<ComplianceBundle>> {
    const wanted = [...new Set(statuses)];
    const bounds = after ? [after.key, after.id] : [];
    const text = queueText(wanted, order, after !== null);
    const rows = await this.db.query<ComplianceBundle>(text, [limit + 1, ...bounds, ...wanted]);
    const keyOf = ({ submittedAt, createdAt }: ComplianceBundle) => (submittedAt ?? createdAt).toISOString();
    return pageOf(rows, limit, (row) => ({ key: keyOf(row), id: row.id }));
  }

  async lapse(accountId: string, endUserId: string, at: Date): Promise<void> {
    await this.db.query(LAPSE, [accountId, endUserId, at]);
  }
}

/**
 * Returns the statement of a page of the queue, with the statuses in the last parameters. It merges the heads of the index
 * `bundles_queue`, one per status: the index has no order across statuses.
 */
function queueText(statuses: readonly BundleStatus[], order: 'asc' | 'desc', isContinued: boolean): string {
  const beyond = isContinued
    ? ` AND (b.submitted_at, b.id) ${order === 'asc' ? '>' : '<'} ($2::timestamptz, $3::text)`
    : '';
  const ordered = `ORDER BY b.submitted_at ${order}, b.id ${order} LIMIT $1`;
  const heads = statuses.map((_, at) => {
    const status = `$${at + (isContinued ? 4 : 2)}`;
    const where = `b.status = ${status} AND b.submitted_at IS NOT NULL${beyond}`;
    return `(SELECT * FROM compliance.bundles b WHERE ${where} ${ordered})`;
  });
  return `SELECT ${COLUMNS} FROM (${heads.join(' UNION ALL ')}) b ${ordered}`;
}

function changing(bundle: ComplianceBundle): unknown[] {
  const { name, endUserId, country, numberType, status, reviewNotes, rejectionCodes, validUntil } = bundle;
  const { submittedAt, approvedAt, rejectedAt, updatedAt } = bundle;
  const details = [name, endUserId, country, numberType, status, reviewNotes, rejectionCodes, validUntil];
  return [...details, submittedAt, approvedAt, rejectedAt, updatedAt];
}
