import type { Database } from '@trunkline/platform';
import {
  type DirectoryEntry,
  type FormerNumber,
  type LiveCounts,
  type NumberDirectory,
  type OwnNumber,
} from '../../application/lifecycle/number-directory';
import type { NumberStatus } from '../../domain/lifecycle/phone-number';
import { STOCK } from '../../domain/stock';

const LIVE = `status <> 'released'`;
const BY_E164 = `SELECT id AS "numberId", account_id AS "accountId", e164, country, number_type AS "numberType", status,
    trunk_id AS "trunkId", routing_profile_id AS "routingProfileId",
    CASE supplier WHEN '${STOCK}' THEN (SELECT carrier_id FROM numbering.stock_numbers s WHERE s.e164 = n.e164) END AS "carrierId"
  FROM numbering.phone_numbers n WHERE e164 = $1 AND ${LIVE}`;
const OWN = `SELECT id AS "numberId", e164, status, capabilities FROM numbering.phone_numbers
  WHERE e164 = $2 AND account_id = $1 AND ${LIVE}`;
const STATUSES = `SELECT id, status FROM numbering.phone_numbers WHERE id = ANY($1)`;
/** In the order of the index. */
const EVER = `SELECT DISTINCT ON (e164) id AS "numberId", e164, number_type AS "numberType" FROM numbering.phone_numbers
  WHERE account_id = $1 AND e164 = ANY($2) ORDER BY e164, released_at DESC NULLS FIRST`;
const IS_OWNED = `SELECT 1 FROM numbering.phone_numbers WHERE e164 = $2 AND account_id = $1 AND ${LIVE}`;
const IS_OWNED_BY_ID = `SELECT 1 FROM numbering.phone_numbers WHERE id = $2 AND account_id = $1 AND ${LIVE}`;
const BY_TRUNK = `SELECT trunk_id AS key, count(*) AS count FROM numbering.phone_numbers
  WHERE account_id = $1 AND trunk_id = ANY($2) AND ${LIVE} GROUP BY trunk_id`;
const BY_PROFILE = `SELECT routing_profile_id AS key, count(*) AS count FROM numbering.phone_numbers
  WHERE account_id = $1 AND routing_profile_id = ANY($2) AND status = 'active' AND ${LIVE} GROUP BY routing_profile_id`;
const BY_BUNDLE = `SELECT compliance_bundle_id AS key, count(*) AS count FROM numbering.phone_numbers
  WHERE account_id = $1 AND compliance_bundle_id = ANY($2) AND ${LIVE} GROUP BY compliance_bundle_id`;
const LIVE_BY_PROFILE = `SELECT count(*) AS count FROM numbering.phone_numbers
  WHERE account_id = $1 AND routing_profile_id = $2 AND ${LIVE}`;
const ACTIVE = `SELECT coalesce(sum(numbers), 0)::bigint AS count FROM numbering.number_counts
  WHERE account_id = $1 AND status = 'active'`;
const LIVE_COUNTS = `SELECT count(*) FILTER (WHERE status = 'active') AS active,
    count(*) FILTER (WHERE status = 'suspended') AS suspended,
    count(*) FILTER (WHERE status = 'pending_documents') AS "pendingDocuments"
  FROM numbering.phone_numbers WHERE account_id = $1 AND ${LIVE}`;
/** $2 to $3 is the rest of a month, whose numbers are counted one by one. */
const ASSIGNED_SINCE = `SELECT
    (SELECT count(*) FROM numbering.phone_numbers
      WHERE account_id = $1 AND assigned_at >= $2 AND assigned_at < $3 AND ${LIVE})
  + (SELECT count(*) FROM numbering.phone_numbers
      WHERE account_id = $1 AND assigned_at >= $2 AND assigned_at < $3 AND status = 'released')
  + (SELECT coalesce(sum(numbers), 0)::bigint FROM numbering.number_counts WHERE account_id = $1 AND month >= $3)
  AS count`;
/** A month is not charged where the number is released or leaves when it begins. */
const DUE_BEFORE = `SELECT coalesce(sum(CASE WHEN price_changes_at <= next_billing_at THEN next_monthly_price_cents
    ELSE monthly_price_cents END), 0)::bigint AS count
  FROM numbering.phone_numbers
  WHERE account_id = $1 AND next_billing_at < $2 AND ${LIVE} AND status IN ('active', 'suspended')
    AND (release_scheduled_at IS NULL OR release_scheduled_at > next_billing_at)
    AND (port_out_at IS NULL OR port_out_at > next_billing_at)`;
/** Jumps from country to country in the index by country. */
const COUNTRIES = `WITH RECURSIVE found (country) AS (
    (SELECT country FROM numbering.phone_numbers WHERE account_id = $1 AND ${LIVE} ORDER BY country LIMIT 1)
    UNION ALL
    SELECT (SELECT n.country FROM numbering.phone_numbers n
      WHERE n.account_id = $1 AND n.country > found.country AND n.${LIVE} ORDER BY n.country LIMIT 1)
    FROM found WHERE found.country IS NOT NULL)
  SELECT country FROM found WHERE country IS NOT NULL`;
const HAS_ORDERED = `SELECT 1 FROM numbering.number_orders WHERE account_id = $1 LIMIT 1`;

interface Count {
  readonly count: number;
}

export class StoredNumberDirectory implements NumberDirectory {
  constructor(private readonly db: Database) {}

  findByE164(e164: string): Promise<DirectoryEntry | null> {
    return this.db.find<DirectoryEntry>(BY_E164, [e164]);
  }

  findOwn(accountId: string, e164: string): Promise<OwnNumber | null> {
    return this.db.find<OwnNumber>(OWN, [accountId, e164], 'shared');
  }

  async statusesOf(numberIds: readonly string[]): Promise<ReadonlyMap<string, NumberStatus>> {
    const rows = await this.db.query<{ id: string; status: NumberStatus }>(STATUSES, [numberIds]);
    return new Map(rows.map(({ id, status }) => [id, status]));
  }

  findEver(accountId: string, e164s: readonly string[]): Promise<FormerNumber[]> {
    return this.db.query<FormerNumber>(EVER, [accountId, e164s]);
  }

  async isOwned(accountId: string, e164: string): Promise<boolean> {
    return (await this.db.find(IS_OWNED, [accountId, e164])) !== null;
  }

  async isOwnedById(accountId: string, numberId: string): Promise<boolean> {
    return (await this.db.find(IS_OWNED_BY_ID, [accountId, numberId])) !== null;
  }

  async lockOwned(accountId: string, e164: string): Promise<boolean> {
    return (await this.db.find(`${IS_OWNED} FOR SHARE`, [accountId, e164])) !== null;
  }

  async isLeaving(accountId: string, e164: string): Promise<boolean> {
    if (!(await this.isOwned(accountId, e164))) return false;
    // Waits for a release that is running, and finds nothing after it.
    const kept = `${IS_OWNED} AND release_scheduled_at IS NULL FOR SHARE`;
    return (await this.db.find(kept, [accountId, e164])) === null;
  }

  countByTrunks(accountId: string, trunkIds: readonly string[]): Promise<Map<string, number>> {
    return this.countBy(BY_TRUNK, accountId, trunkIds);
  }

  countByProfiles(accountId: string, profileIds: readonly string[]): Promise<Map<string, number>> {
    return this.countBy(BY_PROFILE, accountId, profileIds);
  }

  countByBundles(accountId: string, bundleIds: readonly string[]): Promise<Map<string, number>> {
    return this.countBy(BY_BUNDLE, accountId, bundleIds);
  }

  countLiveByProfile(accountId: string, profileId: string): Promise<number> {
    return this.count(LIVE_BY_PROFILE, [accountId, profileId]);
  }

  async countriesOf(accountId: string): Promise<string[]> {
    const rows = await this.db.query<{ country: string }>(COUNTRIES, [accountId]);
    return rows.map(({ country }) => country);
  }

  countActive(accountId: string): Promise<number> {
    return this.count(ACTIVE, [accountId]);
  }

  async countLive(accountId: string): Promise<LiveCounts> {
    const counts = await this.db.find<LiveCounts>(LIVE_COUNTS, [accountId]);
    return counts ?? { active: 0, suspended: 0, pendingDocuments: 0 };
  }

  countAssignedSince(accountId: string, since: Date): Promise<number> {
    const month = Date.UTC(since.getUTCFullYear(), since.getUTCMonth());
    const isMonthStart = month === since.getTime();
    const nextMonth = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1));
    return this.count(ASSIGNED_SINCE, [accountId, since, isMonthStart ? since : nextMonth]);
  }

  dueBefore(accountId: string, end: Date): Promise<number> {
    return this.count(DUE_BEFORE, [accountId, end]);
  }

  async hasOrdered(accountId: string): Promise<boolean> {
    return (await this.db.find(HAS_ORDERED, [accountId])) !== null;
  }

  private async count(text: string, values: readonly unknown[]): Promise<number> {
    return (await this.db.find<Count>(text, values))?.count ?? 0;
  }

  private async countBy(text: string, accountId: string, ids: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<Count & { key: string }>(text, [accountId, ids]);
    const found = new Map(rows.map(({ key, count }) => [key, count]));
    return new Map(ids.map((id) => [id, found.get(id) ?? 0]));
  }
}
