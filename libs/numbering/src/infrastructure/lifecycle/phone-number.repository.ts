import { CommonErrors, RetryTransaction } from '@trunkline/kernel';
import { type Database, insertRows, selectRow, selectRows, violatedConstraint } from '@trunkline/platform';
import { type FindOptionsWhere, In, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import {
  type AttachedBundle,
  type BundleRef,
  type Claim,
  type DueNumbersPage,
  type DueNumbersQuery,
  PhoneNumberRepository,
  type WaitingNumber,
} from '../../application/ports';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import { LOCK_DUE, SAVE_BILLED } from '../billing/billing-statements';
import { PhoneNumberSchema } from './phone-number.schema';

const forUpdate = { mode: 'pessimistic_write' } as const;
const LIVE = Not('released' as const);
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

export class StoredPhoneNumbers extends PhoneNumberRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async findLive(e164s: readonly string[]): Promise<readonly string[]> {
    const text = `SELECT e164 FROM numbering.phone_numbers WHERE e164 = ANY($1) AND status <> 'released'`;
    return (await this.db.query<{ e164: string }>(text, [e164s])).map(({ e164 }) => e164);
  }

  override addAll(numbers: readonly PhoneNumber[]): Promise<void> {
    return insertRows(this.db, PhoneNumberSchema, numbers, (error) =>
      violatedConstraint(error) === LIVE_INDEX ? new RetryTransaction(LIVE_INDEX) : error,
    );
  }

  override async save(number: PhoneNumber): Promise<void> {
    await this.db.manager.save(PhoneNumberSchema, number);
  }

  override async lock(accountId: string, e164: string): Promise<PhoneNumber> {
    const number = await this.db.manager.findOne(PhoneNumberSchema, {
      where: { accountId, e164 },
      order: { releasedAt: { direction: 'DESC', nulls: 'FIRST' } },
      lock: forUpdate,
    });
    if (!number) throw CommonErrors.not_found();
    return number;
  }

  override async lockById(id: string): Promise<PhoneNumber> {
    const number = await selectRow(this.db, PhoneNumberSchema, { where: { id }, forUpdate: true });
    if (!number) throw CommonErrors.not_found();
    return number;
  }

  override lockAll(ids: readonly string[]): Promise<PhoneNumber[]> {
    const among = { column: 'id', values: ids } as const;
    return selectRows(this.db, PhoneNumberSchema, { where: {}, among, orderBy: 'id', forUpdate: true });
  }

  override async e164Of(id: string): Promise<string> {
    const { e164 } =
      (await this.db.manager.findOne(PhoneNumberSchema, { where: { id }, select: { e164: true } })) ?? {};
    if (e164 === undefined) throw CommonErrors.not_found();
    return e164;
  }

  override lockWaiting(id: string): Promise<PhoneNumber | null> {
    const lock = { ...forUpdate, onLocked: 'skip_locked' } as const;
    return this.db.manager.findOne(PhoneNumberSchema, { where: { id, status: 'pending_documents' }, lock });
  }

  override listWaiting(boughtBefore: Date, after: WaitingNumber | null, limit: number): Promise<WaitingNumber[]> {
    return this.db.query(WAITING, [boughtBefore, after?.orderedAt ?? null, after?.orderId ?? null, limit]);
  }

  override lockMany(accountId: string, e164s: readonly string[]): Promise<PhoneNumber[]> {
    return this.db.manager.find(PhoneNumberSchema, {
      where: { accountId, e164: In([...e164s]), status: LIVE },
      order: { id: 'ASC' },
      lock: forUpdate,
    });
  }

  override lockLive(accountId: string, afterId: string | null, limit: number): Promise<PhoneNumber[]> {
    return this.lockAfter({ accountId }, afterId, limit);
  }

  override listAttached(after: BundleRef | null, limit: number): Promise<AttachedBundle[]> {
    return this.db.query<AttachedBundle>(ATTACHED, [after?.accountId ?? '', after?.bundleId ?? '', limit]);
  }

  override lockAttached({ accountId, bundleId }: BundleRef, afterId: string | null, limit: number) {
    return this.lockAfter({ accountId, complianceBundleId: bundleId, requiresActivation: true }, afterId, limit);
  }

  private lockAfter(filter: FindOptionsWhere<PhoneNumber>, afterId: string | null, limit: number) {
    return this.db.manager.find(PhoneNumberSchema, {
      where: { ...filter, status: LIVE, ...(afterId !== null && { id: MoreThan(afterId) }) },
      order: { id: 'ASC' },
      take: limit,
      lock: forUpdate,
    });
  }

  override lockDueForRelease(now: Date, except: readonly string[]): Promise<PhoneNumber | null> {
    return this.db.manager.findOne(PhoneNumberSchema, {
      where: {
        releaseScheduledAt: LessThanOrEqual(now),
        status: LIVE,
        ...(except.length > 0 && { id: Not(In(except)) }),
      },
      order: { releaseScheduledAt: 'ASC', id: 'ASC' },
      lock: { ...forUpdate, onLocked: 'skip_locked' },
    });
  }

  override async lockDueForBilling({ now, lane, from, limit }: DueNumbersQuery): Promise<DueNumbersPage> {
    const [dueAt, id] = from === null ? [null, null] : from.split('|');
    const locked = await this.db.query<{ id: string; due_at: string }>(LOCK_DUE, [now, dueAt, id, limit, lane]);
    const last = locked.length === limit ? locked.at(-1) : undefined;
    const numbers = await this.db.manager.find(PhoneNumberSchema, { where: { id: In(locked.map((row) => row.id)) } });
    return { numbers, next: last ? `${last.due_at}|${last.id}` : null };
  }

  override async saveBilled(numbers: readonly PhoneNumber[]): Promise<void> {
    if (numbers.length > 0) await this.db.query(SAVE_BILLED, [JSON.stringify(numbers.map(toBilled))]);
  }

  override async claimUnreportedReleases({ now, leaseUntil, limit }: Claim): Promise<PhoneNumber[]> {
    const claimed = await this.db.query<{ id: string }>(
      `UPDATE numbering.phone_numbers SET supplier_release_due_at = $2
       WHERE id IN (SELECT id FROM numbering.phone_numbers WHERE supplier_release_due_at <= $1
                    ORDER BY supplier_release_due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return this.db.manager.find(PhoneNumberSchema, { where: { id: In(claimed.map(({ id }) => id)) } });
  }

  override async markReleaseReported(id: string): Promise<void> {
    await this.db.query(`UPDATE numbering.phone_numbers SET supplier_release_due_at = NULL WHERE id = $1`, [id]);
  }
}

const toBilled = (number: PhoneNumber) => ({
  id: number.id,
  status: number.status,
  suspended_for: number.suspendedFor,
  billed_months: number.billedMonths,
  next_billing_at: number.nextBillingAt,
  failed_billing_attempts: number.failedBillingAttempts,
  last_billing_attempt_at: number.lastBillingAttemptAt,
  last_billing_failure_code: number.lastBillingFailureCode,
  release_scheduled_at: number.releaseScheduledAt,
  updated_at: number.updatedAt,
});
