import type { Database } from '@trunkline/platform';
import { BundleDirectory, type BundleSummary } from '../application/ports';

const FIND = `SELECT id, status, country, number_type AS "numberType", valid_until AS "validUntil"
  FROM compliance.bundles
  WHERE id = $2 AND account_id = $1`;

export class SqlBundleDirectory extends BundleDirectory {
  constructor(private readonly db: Database) {
    super();
  }

  override find(accountId: string, bundleId: string): Promise<BundleSummary | null> {
    return this.db.queryOne<BundleSummary>(FIND, [accountId, bundleId]);
  }
}
