import type { EndUserKind } from '@trunkline/kernel';
import { columnsOf, type Database } from '@trunkline/platform';
import type { BundleContents, BundleDirectory, BundleRef, BundleSummary } from '../application/bundles/ports';
import type { RequirementsDirectory } from '../application/ports';
import { admits } from '../domain/requirements';
import { BundleSchema } from './schema';

const LISTED_MAX = 100;

interface BundleOfEndUser extends Omit<BundleSummary, 'excludedNumberTypes'> {
  readonly endUser: { readonly kind: EndUserKind; readonly country: string };
}

const SELECT = `SELECT ${columnsOf(BundleSchema, ['id', 'status', 'country', 'numberType', 'validUntil'], 'b')},
    json_build_object('kind', e.kind, 'country', e.country) AS "endUser"
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
    return (await this.query(FIND + lock, [accountId, bundleId]))[0] ?? null;
  }

  findMany(bundles: readonly BundleRef[]): Promise<readonly BundleSummary[]> {
    const accounts = bundles.map(({ accountId }) => accountId);
    const ids = bundles.map(({ bundleId }) => bundleId);
    return this.query(FIND_MANY, [accounts, ids]);
  }

  findApproved({ accountId, bundleId }: BundleRef, now: Date): Promise<BundleContents | null> {
    return this.db.find<BundleContents>(FIND_APPROVED, [accountId, bundleId, now]);
  }

  listApproved(accountId: string, country: string, now: Date): Promise<readonly BundleSummary[]> {
    return this.query(LIST_APPROVED, [accountId, country, now]);
  }

  private async query(text: string, values: readonly unknown[]): Promise<BundleSummary[]> {
    return (await this.db.query<BundleOfEndUser>(text, values)).map(({ endUser, ...bundle }) => {
      const known = bundle.numberType === null ? this.requirements.list(bundle.country) : [];
      const excluded = known.filter((requirements) => !admits(requirements, endUser));
      return { ...bundle, excludedNumberTypes: excluded.map(({ numberType }) => numberType) };
    });
  }
}
