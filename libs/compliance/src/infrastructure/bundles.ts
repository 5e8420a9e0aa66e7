import { type Page, pageOf, type PageRequest, type SortOrder } from '@trunkline/kernel';
import { columnsOf, type Database, Where } from '@trunkline/platform';
import type { BundleFilters, BundleRepository } from '../application/bundles/ports';
import type { BundleStatus, ComplianceBundle } from '../domain/bundle';
import { BundleSchema } from './schema';

const COLUMNS = `${columnsOf(BundleSchema, undefined, 'b')},
  ARRAY(SELECT l.document_id FROM compliance.bundle_documents l WHERE l.bundle_id = b.id ORDER BY l.document_id)
    AS "documentIds"`;
const SELECT = `SELECT ${COLUMNS} FROM compliance.bundles b`;
const DETACH = `DELETE FROM compliance.bundle_documents WHERE bundle_id = $1 AND document_id <> ALL ($2)`;
const ATTACH = `INSERT INTO compliance.bundle_documents (bundle_id, document_id) SELECT $1, unnest($2::text[])
  ON CONFLICT DO NOTHING`;
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
    await this.db.table(BundleSchema).add(bundle);
    await this.db.write(ATTACH, [bundle.id, bundle.documentIds]);
  }

  async save(bundle: ComplianceBundle): Promise<void> {
    await this.db.table(BundleSchema).save(bundle);
    await this.db.write(DETACH, [bundle.id, bundle.documentIds]);
    await this.db.write(ATTACH, [bundle.id, bundle.documentIds]);
  }

  remove({ id }: ComplianceBundle): Promise<void> {
    return this.db.write(`DELETE FROM compliance.bundles WHERE id = $1`, [id]);
  }

  // The lock is a statement of its own: after a wait, its snapshot would show the documents from before the wait.
  async lock(accountId: string, id: string): Promise<ComplianceBundle> {
    await this.db.write(`SELECT FROM compliance.bundles WHERE account_id = $1 AND id = $2 FOR UPDATE`, [accountId, id]);
    return this.get(accountId, id);
  }

  async lockById(id: string): Promise<ComplianceBundle> {
    await this.db.write(`SELECT FROM compliance.bundles WHERE id = $1 FOR UPDATE`, [id]);
    return this.getById(id);
  }

  getById(id: string): Promise<ComplianceBundle> {
    return this.db.get<ComplianceBundle>(`${SELECT} WHERE b.id = $1`, [id]);
  }

  get(accountId: string, id: string): Promise<ComplianceBundle> {
    return this.db.get<ComplianceBundle>(`${SELECT} WHERE b.account_id = $1 AND b.id = $2`, [accountId, id]);
  }

  find(accountId: string, id: string): Promise<ComplianceBundle | null> {
    return this.db.find<ComplianceBundle>(`${SELECT} WHERE b.account_id = $1 AND b.id = $2`, [accountId, id]);
  }

  list(
    accountId: string,
    { status, country, numberType, endUserId }: BundleFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ComplianceBundle>> {
    const where = new Where()
      .require('b.account_id = ?', accountId)
      .anyOf('b.status', status)
      .anyOf('b.country', country)
      .anyOf('b.number_type', numberType)
      .anyOf('b.end_user_id', endUserId);
    const of = ({ createdAt, id }: ComplianceBundle) => [createdAt, id] as const;
    return this.db.page<ComplianceBundle>({ select: SELECT, where, by: ['b.created_at', 'b.id'], of }, page);
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

  lapse(accountId: string, endUserId: string, at: Date): Promise<void> {
    return this.db.write(LAPSE, [accountId, endUserId, at]);
  }
}

/**
 * Returns the statement of a page of the queue, with the statuses in the last parameters. It merges the heads of the index
 * `bundles_queue`, one per status: the index has no order across statuses.
 */
function queueText(statuses: readonly BundleStatus[], order: SortOrder, isContinued: boolean): string {
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
