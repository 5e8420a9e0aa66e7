import { type Database, lockedToConditionNotMet, requiring, toConditionNotMet } from '@trunkline/platform';
import {
  type CallCover,
  type CallFunding,
  type CallHoldRepository,
  type CallHoldMovement,
  type HoldRelease,
  type MessageHoldMovement,
  type PredictedSettlement,
} from '../../application/calls/ports';
import type { Movement, PostedEntry } from '../../application/journal';
import { postAll } from '../journal/bulk-postings';
import { callReferenceOf, messageReferenceOf, spentOnDayOf } from '../journal/bulk-statements';
import { IS_UNLIMITED } from '../journal/credit';
import { noWallet } from '../journal/entries';
import { predictSettlement } from './predicted-settlement';

/** Later than the wallet's last movement. */
const LATER = `GREATEST($1::timestamptz, w.updated_at + interval '1 microsecond')`;

const SPENT_TODAY = spentOnDayOf('$1::timestamptz');

/**
 * What live calls may still cost against the daily cap. That of forwarded calls is kept with their holds, which few accounts
 * have, in a partial index: a sum in the wallet would be wrong while processes of the previous release end such holds.
 */
const USED = `w.outbound_held_cents + coalesce((
    SELECT sum(least(forward_cents, amount_cents - captured_cents - released_cents)) FROM billing.holds f
    WHERE f.account_id = w.account_id AND f.forward_cents > 0 AND f.status = 'open'), 0)::bigint`;

/**
 * $1 at, $2 account, $3 decision, $4 amount, $5 hold id, $6 posting id, $7 item, $8 cap, $9 of a forwarded leg. The version stays: a hold does not
 * move the balance, and cached summaries depend on the version.
 */
const HOLDING = `WITH wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents + $4, call_held_cents = w.call_held_cents + $4,
      outbound_held_cents = w.outbound_held_cents + CASE WHEN $7 = 'usage_outbound' THEN $4::bigint ELSE 0 END,
      updated_at = ${LATER}
    WHERE w.account_id = $2
      AND (w.balance_cents - w.held_cents + w.credit_limit_cents >= $4::bigint
        OR ${IS_UNLIMITED})
      AND ($8::bigint IS NULL OR $7 <> 'usage_outbound' AND $9::bigint = 0
        OR ${SPENT_TODAY} + ${USED} + CASE WHEN $7 = 'usage_outbound' THEN $4::bigint ELSE $9 END <= $8)
    RETURNING w.updated_at
  ), hold AS (
    INSERT INTO billing.holds AS h
      (id, account_id, status, amount_cents, related_kind, related_id, reference, created_at, item, forward_cents)
    SELECT $5, $2, 'open', $4, 'call', $3, ${callReferenceOf('$3::text')}, updated_at, $7, $9 FROM wallet
    ON CONFLICT (account_id, reference) DO UPDATE
      SET amount_cents = h.amount_cents + excluded.amount_cents,
        forward_cents = h.forward_cents + excluded.forward_cents, status = 'open', closed_at = NULL
    RETURNING h.id, h.created_at
  ), posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT $6, $2, 'wallet', 'holds', $4, hold.id, wallet.updated_at FROM hold, wallet
  )`;
const HOLD = `${HOLDING} SELECT true AS is_held FROM wallet`;
const HOLD_OR_FAIL = `${HOLDING} ${requiring('EXISTS (SELECT FROM wallet)')}`;

/** $1 at, $2 account, $3 cap, $4 JSON array of the holds. As for calls, the version stays. */
const HOLD_MESSAGES_OR_FAIL = `WITH asked AS (
    SELECT * FROM jsonb_to_recordset($4::jsonb) AS m ("messageId" text, "holdId" text, "postingId" text, "amountCents" bigint)
  ), total AS (
    SELECT sum("amountCents")::bigint AS cents FROM asked
  ), wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents + total.cents, outbound_held_cents = w.outbound_held_cents + total.cents,
      updated_at = ${LATER}
    FROM total
    WHERE w.account_id = $2
      AND (w.balance_cents - w.held_cents + w.credit_limit_cents >= total.cents OR ${IS_UNLIMITED})
      AND ($3::bigint IS NULL OR ${SPENT_TODAY} + ${USED} + total.cents <= $3)
    RETURNING w.updated_at
  ), hold AS (
    INSERT INTO billing.holds
      (id, account_id, status, amount_cents, related_kind, related_id, reference, created_at, item)
    SELECT "holdId", $2, 'open', "amountCents", 'sms', "messageId", ${messageReferenceOf('"messageId"')}, updated_at, 'sms'
    FROM asked, wallet
  ), posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT "postingId", $2, 'wallet', 'holds', "amountCents", "holdId", updated_at FROM asked, wallet
  )
  ${requiring('EXISTS (SELECT FROM wallet)')}`;

const LOCK_OR_FAIL = `WITH wallet AS (SELECT FROM billing.wallets WHERE account_id = $1 FOR UPDATE)
  ${requiring('EXISTS (SELECT FROM wallet)')}`;

/** Counts more of what the call holds as that of its forwarded leg. $1 at, $2 account, $3 decision, $4 cap, $5 of the leg. */
const HOLD_FORWARD = `UPDATE billing.holds h SET forward_cents = h.forward_cents + $5::bigint
  FROM billing.wallets w
  WHERE w.account_id = $2 AND h.account_id = $2 AND h.reference = ${callReferenceOf('$3::text')} AND h.status = 'open'
    AND ($4::bigint IS NULL OR ${SPENT_TODAY} + ${USED} + $5::bigint <= $4::bigint)
  RETURNING true AS is_held`;

const LOCK = `SELECT FROM billing.wallets WHERE account_id = $1 FOR UPDATE`;

const LOCK_AT_ONCE = `SELECT FROM billing.wallets WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE NOWAIT`;

/** The columns of a `CallCover`. */
const COVER = `CASE WHEN ${IS_UNLIMITED} THEN ${Number.MAX_SAFE_INTEGER}
      ELSE w.balance_cents - w.held_cents + w.credit_limit_cents END AS "availableCents",
    ${SPENT_TODAY} + ${USED} AS "outboundUsedCents"`;
const LOCK_COVER = `SELECT ${COVER} FROM billing.wallets w WHERE w.account_id = $2 FOR UPDATE`;
const FUNDING = `SELECT ${COVER}, EXISTS (
    SELECT FROM billing.transactions t WHERE t.account_id = w.account_id AND t.kind = 'topup') AS "hasToppedUp"
  FROM billing.wallets w WHERE w.account_id = $2`;

const HELD_BY = `SELECT related_id AS id, amount_cents - captured_cents - released_cents AS cents FROM billing.holds
  WHERE account_id = $1 AND status = 'open'
    AND reference = ANY (ARRAY(SELECT ${callReferenceOf('decision')} FROM unnest($2::text[]) AS decision))`;

export class StoredCallHolds implements CallHoldRepository {
  constructor(private readonly db: Database) {}

  async hold(movement: CallHoldMovement): Promise<boolean> {
    if (movement.amountCents === 0) return this.holdForward(movement);
    await this.lockCapped(movement);
    return (await this.db.find(HOLD, holdValuesOf(movement))) !== null;
  }

  async holdOrFail(movement: CallHoldMovement): Promise<void> {
    await this.lockCapped(movement);
    return this.db.write(HOLD_OR_FAIL, holdValuesOf(movement), toConditionNotMet);
  }

  async holdMessagesOrFail({ at, accountId, outboundCapCents, holds }: MessageHoldMovement): Promise<void> {
    if (outboundCapCents !== null) await this.db.write(LOCK, [accountId]);
    const values = [at, accountId, outboundCapCents, JSON.stringify(holds)];
    return this.db.write(HOLD_MESSAGES_OR_FAIL, values, toConditionNotMet);
  }

  lockOrFail(accountId: string): Promise<void> {
    return this.db.write(LOCK_OR_FAIL, [accountId], toConditionNotMet);
  }

  lockAtOnce(accountIds: readonly string[]): Promise<void> {
    return this.db.write(LOCK_AT_ONCE, [accountIds], lockedToConditionNotMet);
  }

  lockCover(accountId: string, at: Date): Promise<CallCover> {
    return this.db.get<CallCover>(LOCK_COVER, [at, accountId], noWallet);
  }

  funding(accountId: string, at: Date): Promise<CallFunding> {
    return this.db.get<CallFunding>(FUNDING, [at, accountId], noWallet, 'shared');
  }

  async heldBy(accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.query<{ id: string; cents: number }>(HELD_BY, [accountId, decisionIds]);
    return new Map(rows.map(({ id, cents }) => [id, cents]));
  }

  async release(releases: readonly HoldRelease[]): Promise<void> {
    await this.settle([], releases);
  }

  settle(charges: readonly Movement[], releases: readonly HoldRelease[]): Promise<readonly (PostedEntry | null)[]> {
    return postAll(this.db, charges, releases);
  }

  predict(charges: readonly Movement[], releases: readonly HoldRelease[]): Promise<PredictedSettlement> {
    return predictSettlement(this.db, charges, releases);
  }

  /**
   * Locks the wallet in a statement of its own, sent with the next one: a statement that has waited for the lock sees the
   * wallet as it is then, but the holds of forwarded calls as they were before.
   */
  private async lockCapped({ accountId, outboundCapCents }: CallHoldMovement): Promise<void> {
    if (outboundCapCents !== null) await this.db.write(LOCK, [accountId]);
  }

  private async holdForward(movement: CallHoldMovement): Promise<boolean> {
    const { at, accountId, decisionId, outboundCapCents, forwardCents } = movement;
    await this.db.write(LOCK, [accountId]);
    const values = [at, accountId, decisionId, outboundCapCents, forwardCents];
    return (await this.db.find(HOLD_FORWARD, values)) !== null;
  }
}

function holdValuesOf(movement: CallHoldMovement): unknown[] {
  const { at, accountId, decisionId, amountCents, holdId, postingId, item, outboundCapCents, forwardCents } = movement;
  return [at, accountId, decisionId, amountCents, holdId, postingId, item, outboundCapCents, forwardCents];
}
