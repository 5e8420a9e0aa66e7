import type { Database } from '@trunkline/platform';
import { BundleDirectory, type BundleRef, type BundleSummary } from '../../application/bundles/ports';

const LISTED_MAX = 100;

const SELECT = `SELECT id, status, country, number_type AS "numberType", valid_until AS "validUntil"
  FROM compliance.bundles`;
const FIND = `${SELECT} WHERE id = $2 AND account_id = $1`;
const FIND_MANY = `${SELECT} WHERE (account_id, id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
const LIST_APPROVED = `${SELECT}
  WHERE account_id = $1 AND country = $2 AND status = 'approved' AND (valid_until IS NULL OR valid_until > $3)
  ORDER BY id LIMIT ${LISTED_MAX}`;

export class SqlBundleDirectory extends BundleDirectory {
  constructor(private readonly db: Database) {
    super();
  }

  override find(accountId: string, bundleId: string): Promise<BundleSummary | null> {
    return this.db.queryOne<BundleSummary>(FIND, [accountId, bundleId]);
  }

  override findMany(bundles: readonly BundleRef[]): Promise<readonly BundleSummary[]> {
    const accounts = bundles.map(({ accountId }) => accountId);
    const ids = bundles.map(({ bundleId }) => bundleId);
    return this.db.query<BundleSummary>(FIND_MANY, [accounts, ids]);
  }

  override listApproved(accountId: string, country: string, now: Date): Promise<readonly BundleSummary[]> {
    return this.db.query<BundleSummary>(LIST_APPROVED, [accountId, country, now]);
  }
}
