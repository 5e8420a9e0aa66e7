import { RetryTransaction } from '@trunkline/kernel';
import { columnsOf, type Database, entityOf, type Table, violatedConstraint } from '@trunkline/platform';
import {
  type AttachedBundle,
  BILLING_LANES,
  type BundleRef,
  type Claim,
  type DueNumbersPage,
  type DueNumbersQuery,
  type PhoneNumberRepository,
  type WaitingNumber,
} from '../../application/ports';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { PhoneNumberSchema } from './phone-number.schema';

const LIVE = `status <> 'released'`;
const LIVE_INDEX = 'phone_numbers_live_e164';

/** $1 latest purchase, $2 and $3 order of the last row, $4 limit. An order is never newer than its number. */
const WAITING = `SELECT n.id AS "numberId", o.id AS "orderId", o.created_at::text AS "orderedAt"
  FROM numbering.number_orders o JOIN numbering.phone_numbers n ON n.order_id = o.id
  WHERE o.status = 'pending_documents' AND o.created_at <= $1 AND n.status = 'pending_documents' AND n.assigned_at <= $1
    AND ($2::timestamptz IS NULL OR (o.created_at, o.id) > ($2::timestamptz, $3))
  ORDER BY o.created_at, o.id LIMIT $4`;

/** $1 and $2 last row, $3 limit. */
const ATTACHED = `SELECT account_id AS "accountId", compliance_bundle_id AS "bundleId",
    bool_or(status = 'pending_documents' OR 'compliance' = ANY (suspended_for)) AS "hasWaitingNumbers",
    bool_or(status <> 'pending_documents' AND 'compliance' <> ALL (suspended_for)) AS "hasDependentNumbers"
  FROM numbering.phone_numbers
  WHERE status <> 'released' AND compliance_bundle_id IS NOT NULL AND requires_activation
    AND (account_id, compliance_bundle_id) > ($1, $2)
  GROUP BY account_id, compliance_bundle_id ORDER BY account_id, compliance_bundle_id LIMIT $3`;

/** LANE and DUE_AT are expressions of the index `phone_numbers_attempt_due`, and must match it exactly. */
const LANE = `(hashtext(account_id) & ${BILLING_LANES - 1})`;
/** When the next attempt is due. */
const DUE_AT = `(next_billing_at AT TIME ZONE 'UTC') + failed_billing_attempts * interval '1 day'`;

/**
 * $1 now, $2 due time and $3 id of the last number of the previous page (null: from the first), $4 limit, $5 lane. The due
 * time is text, because a JavaScript date would lose its microseconds and return the same number again.
 */
const LOCK_DUE = `SELECT ${columnsOf(PhoneNumberSchema)}, (${DUE_AT})::text AS "dueAt" FROM numbering.phone_numbers
  WHERE status IN ('active', 'suspended') AND ${LANE} = $5 AND ${DUE_AT} <= $1::timestamptz AT TIME ZONE 'UTC'
    AND (release_scheduled_at IS NULL OR release_scheduled_at > $1::timestamptz)
    AND (port_out_at IS NULL OR port_out_at > $1::timestamptz)
    AND (${DUE_AT}, id) > (coalesce($2::timestamp, '-infinity'), coalesce($3, ''))
  ORDER BY ${DUE_AT}, id LIMIT $4 FOR UPDATE SKIP LOCKED`;

const BILLED = [
  'status',
  'suspendedFor',
  'monthlyPriceCents',
  'monthlyCostCents',
  'nextMonthlyPriceCents',
  'priceChangesAt',
  'repricingId',
  'repricingIds',
  'billedMonths',
  'nextBillingAt',
  'failedBillingAttempts',
  'lastBillingAttemptAt',
  'lastBillingFailureCode',
  'releaseScheduledAt',
  'updatedAt',
] as const;

export class StoredPhoneNumbers implements PhoneNumberRepository {
  constructor(private readonly db: Database) {}

  private get table(): Table<PhoneNumber> {
    return this.db.table(PhoneNumberSchema);
  }

  async findLive(e164s: readonly string[]): Promise<readonly string[]> {
    const text = `SELECT e164 FROM numbering.phone_numbers WHERE e164 = ANY ($1) AND ${LIVE}`;
    return (await this.db.query<{ e164: string }>(text, [e164s])).map(({ e164 }) => e164);
  }

  add(numbers: PhoneNumber | readonly PhoneNumber[]): Promise<void> {
    return this.table.add(numbers, (error) =>
      violatedConstraint(error) === LIVE_INDEX ? new RetryTransaction(LIVE_INDEX) : error,
    );
  }

  save(number: PhoneNumber): Promise<void> {
    return this.table.save(number);
  }

  lock(accountId: string, e164: string): Promise<PhoneNumber> {
    const where = 'account_id = $1 AND e164 = $2 ORDER BY released_at DESC NULLS FIRST LIMIT 1 FOR UPDATE';
    return this.table.get(where, [accountId, e164]);
  }

  lockById(id: string): Promise<PhoneNumber> {
    return this.table.get('id = $1 FOR UPDATE', [id]);
  }

  lockAll(ids: readonly string[]): Promise<PhoneNumber[]> {
    return this.table.query('id = ANY ($1) ORDER BY id FOR UPDATE', [ids]);
  }

  async e164Of(id: string): Promise<string> {
    return (await this.table.get('id = $1', [id])).e164;
  }

  lockWaiting(id: string): Promise<PhoneNumber | null> {
    return this.table.find(`id = $1 AND status = 'pending_documents' FOR UPDATE SKIP LOCKED`, [id]);
  }

  listWaiting(boughtBefore: Date, after: WaitingNumber | null, limit: number): Promise<WaitingNumber[]> {
    return this.db.query(WAITING, [boughtBefore, after?.orderedAt ?? null, after?.orderId ?? null, limit]);
  }

  lockMany(accountId: string, e164s: readonly string[]): Promise<PhoneNumber[]> {
    return this.table.query(`account_id = $1 AND e164 = ANY ($2) AND ${LIVE} ORDER BY id FOR UPDATE`, [
      accountId,
      e164s,
    ]);
  }

  lockLive(accountId: string, afterId: string | null, limit: number): Promise<PhoneNumber[]> {
    return this.table.query(`account_id = $1 AND ${LIVE} AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE`, [
      accountId,
      afterId ?? '',
      limit,
    ]);
  }

  listAttached(after: BundleRef | null, limit: number): Promise<AttachedBundle[]> {
    return this.db.query<AttachedBundle>(ATTACHED, [after?.accountId ?? '', after?.bundleId ?? '', limit]);
  }

  lockAttached({ accountId, bundleId }: BundleRef, afterId: string | null, limit: number) {
    return this.table.query(
      `account_id = $1 AND compliance_bundle_id = $2 AND requires_activation AND ${LIVE} AND id > $3
       ORDER BY id LIMIT $4 FOR UPDATE`,
      [accountId, bundleId, afterId ?? '', limit],
    );
  }

  lockDueForRelease(now: Date, except: readonly string[]): Promise<PhoneNumber | null> {
    return this.table.find(
      `release_scheduled_at <= $1 AND ${LIVE} AND id <> ALL ($2)
       ORDER BY release_scheduled_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now, except],
    );
  }

  lockDueForPortOut(now: Date, except: readonly string[]): Promise<PhoneNumber | null> {
    return this.table.find(
      `port_out_at <= $1 AND id <> ALL ($2) ORDER BY port_out_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now, except],
    );
  }

  lockLiveOfAny(e164: string): Promise<PhoneNumber> {
    return this.table.get(`e164 = $1 AND ${LIVE} FOR UPDATE`, [e164]);
  }

  async lockDueForBilling({ now, lane, from, limit }: DueNumbersQuery): Promise<DueNumbersPage> {
    const [dueAt, id] = from === null ? [null, null] : from.split('|');
    const rows = await this.db.query<PhoneNumber & { dueAt: string }>(LOCK_DUE, [now, dueAt, id, limit, lane]);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    const numbers = rows.map(({ dueAt: _, ...row }) => entityOf(PhoneNumberSchema, row));
    return { numbers, next: last ? `${last.dueAt}|${last.id}` : null };
  }

  saveBilled(numbers: readonly PhoneNumber[]): Promise<void> {
    return this.table.saveMany(numbers, BILLED);
  }

  async claimUnreportedReleases({ now, leaseUntil, limit }: Claim): Promise<PhoneNumber[]> {
    const claimed = await this.db.query(
      `UPDATE numbering.phone_numbers SET supplier_release_due_at = $2
       WHERE id IN (SELECT id FROM numbering.phone_numbers WHERE supplier_release_due_at <= $1
                    ORDER BY supplier_release_due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING ${columnsOf(PhoneNumberSchema)}`,
      [now, leaseUntil, limit],
    );
    return claimed.map((row) => entityOf(PhoneNumberSchema, row));
  }

  async markReleaseReported(id: string): Promise<void> {
    await this.db.query(`UPDATE numbering.phone_numbers SET supplier_release_due_at = NULL WHERE id = $1`, [id]);
  }
}
