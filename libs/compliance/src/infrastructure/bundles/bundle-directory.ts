import type { Database } from '@trunkline/platform';
import {
  type BundleContents,
  type BundleDirectory,
  type BundleRef,
  type BundleSummary,
} from '../../application/bundles/ports';
import type { RequirementsDirectory } from '../../application/requirements/ports';
import { admits, type EndUserKind } from '../../domain/requirements/requirements';

const LISTED_MAX = 100;

interface Row {
  readonly bundle: Omit<BundleSummary, 'validUntil' | 'excludedNumberTypes'>;
  readonly validUntil: Date | null;
  readonly endUser: { readonly kind: EndUserKind; readonly country: string };
}

const SELECT = `SELECT
    json_build_object('id', b.id, 'status', b.status, 'country', b.country, 'numberType', b.number_type) AS bundle,
    b.valid_until AS "validUntil", json_build_object('kind', e.kind, 'country', e.country) AS "endUser"
  FROM compliance.bundles b JOIN compliance.end_users e ON e.id = b.end_user_id`;
const FIND = `${SELECT} WHERE b.id = $2 AND b.account_id = $1`;
const FIND_MANY = `${SELECT} WHERE (b.account_id, b.id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
const FIND_APPROVED = `SELECT b.end_user_id AS "endUserId",
    ARRAY(SELECT l.document_id FROM compliance.bundle_documents l WHERE l.bundle_id = b.id ORDER BY 1) AS "documentIds"
  FROM compliance.bundles b WHERE b.account_id = $1 AND b.id = $2 AND b.status = 'approved'
    AND (b.valid_until IS NULL OR b.valid_until > $3)`;
const LIST_APPROVED = `${SELECT}
  WHERE b.account_id = $1 AND b.country = $2 AND b.status = 'approved'
    AND (b.valid_until IS NULL OR b.valid_until > $3)
  ORDER BY b.id LIMIT ${LISTED_MAX}`;

export class StoredBundleDirectory implements BundleDirectory {
  constructor(
    private readonly db: Database,
    private readonly requirements: RequirementsDirectory,
  ) {}

  async find(accountId: string, bundleId: string): Promise<BundleSummary | null> {
    const lock = this.db.inTransaction ? ' FOR SHARE OF b' : '';
    const row = await this.db.queryOne<Row>(FIND + lock, [accountId, bundleId]);
    return row && this.toSummary(row);
  }

  findMany(bundles: readonly BundleRef[]): Promise<readonly BundleSummary[]> {
    const accounts = bundles.map(({ accountId }) => accountId);
    const ids = bundles.map(({ bundleId }) => bundleId);
    return this.query(FIND_MANY, [accounts, ids]);
  }

  findApproved({ accountId, bundleId }: BundleRef, now: Date): Promise<BundleContents | null> {
    const values = [accountId, bundleId, now];
    return this.db.queryOne<BundleContents>(FIND_APPROVED, values);
  }

  listApproved(accountId: string, country: string, now: Date): Promise<readonly BundleSummary[]> {
    return this.query(LIST_APPROVED, [accountId, country, now]);
  }

  private async query(sql: string, parameters: unknown[]): Promise<BundleSummary[]> {
    return (await this.db.query<Row>(sql, parameters)).map((row) => this.toSummary(row));
  }

  private toSummary({ bundle, validUntil, endUser }: Row): BundleSummary {
    const known = bundle.numberType === null ? this.requirements.list(bundle.country) : [];
    const excluded = known.filter((requirements) => !admits(requirements, endUser));
    return { ...bundle, validUntil, excludedNumberTypes: excluded.map(({ numberType }) => numberType) };
  }
}
