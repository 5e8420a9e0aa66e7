import { type Database, lockedToConditionNotMet, requiring, toConditionNotMet } from '@trunkline/platform';
import {
  type CallCover,
  type CallFunding,
  type CallHoldRepository,
  type CallHoldMovement,
  type CallRelease,
  type PredictedSettlement,
} from '../../application/calls/ports';
import type { Movement, PostedEntry } from '../../application/journal/ports';
import { availableCents } from '../../domain/journal/postings';
import { type BillingMode, isUnlimited } from '../../domain/journal/wallet-terms';
import { callReferenceOf, postAll } from '../journal/bulk-postings';
import { spentOnDayOf } from '../journal/bulk-statements';
import { IS_UNLIMITED } from '../journal/credit';
import { noWallet } from '../journal/entries';
import { predictSettlement } from './predicted-settlement';

/** Later than the wallet's last movement. */
const LATER = `GREATEST($1::timestamptz, w.updated_at + interval '1 microsecond')`;

const SPENT_TODAY = spentOnDayOf('$1::timestamptz');

/**
 * $1 at, $2 account, $3 reference, $4 amount, $5 hold id, $6 decision, $7 posting id, $8 item, $9 cap. The version
 * stays: a hold does not move the balance, and cached summaries depend on the version.
 */
const HOLDING = `WITH wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents + $4, call_held_cents = w.call_held_cents + $4,
      outbound_held_cents = w.outbound_held_cents + CASE WHEN $8 = 'usage_outbound' THEN $4::bigint ELSE 0 END,
      updated_at = ${LATER}
    WHERE w.account_id = $2
      AND (w.balance_cents - w.held_cents + w.credit_limit_cents >= $4::bigint
        OR ${IS_UNLIMITED})
      AND ($9::bigint IS NULL OR $8 <> 'usage_outbound' OR ${SPENT_TODAY} + w.outbound_held_cents + $4::bigint <= $9)
    RETURNING w.updated_at
  ), hold AS (
    INSERT INTO billing.holds AS h
      (id, account_id, status, amount_cents, related_kind, related_id, reference, created_at, item)
    SELECT $5, $2, 'open', $4, 'call', $6, $3, updated_at, $8 FROM wallet
    ON CONFLICT (account_id, reference) DO UPDATE
      SET amount_cents = h.amount_cents + excluded.amount_cents, status = 'open', closed_at = NULL
    RETURNING h.id, h.created_at
  ), posting AS (
    INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
    SELECT $7, $2, 'wallet', 'holds', $4, hold.id, wallet.updated_at FROM hold, wallet
  )`;
const HOLD = `${HOLDING} SELECT true AS is_held FROM wallet`;
const HOLD_OR_FAIL = `${HOLDING} ${requiring('EXISTS (SELECT FROM wallet)')}`;
const LOCK_OR_FAIL = `WITH wallet AS (SELECT FROM billing.wallets WHERE account_id = $1 FOR UPDATE)
  ${requiring('EXISTS (SELECT FROM wallet)')}`;

const LOCK_AT_ONCE = `SELECT FROM billing.wallets WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE NOWAIT`;

const COVER = `w.billing_mode, w.balance_cents, w.held_cents, w.credit_limit_cents, w.outbound_held_cents,
    (${SPENT_TODAY})::bigint AS spent_cents`;
const LOCK_COVER = `SELECT ${COVER} FROM billing.wallets w WHERE w.account_id = $2 FOR UPDATE`;
const FUNDING = `SELECT ${COVER}, EXISTS (
    SELECT FROM billing.transactions t WHERE t.account_id = w.account_id AND t.kind = 'topup') AS has_topped_up
  FROM billing.wallets w WHERE w.account_id = $2`;

const HELD_BY = `SELECT related_id, amount_cents - captured_cents - released_cents AS cents FROM billing.holds
  WHERE account_id = $1 AND reference = ANY ($2) AND status = 'open'`;

interface CoverRow {
  readonly billing_mode: BillingMode;
  readonly balance_cents: number;
  readonly held_cents: number;
  readonly credit_limit_cents: number;
  readonly outbound_held_cents: number;
  readonly spent_cents: number;
}

export class StoredCallHolds implements CallHoldRepository {
  constructor(private readonly db: Database) {}

  async hold(movement: CallHoldMovement): Promise<boolean> {
    return (await this.db.queryOne(HOLD, holdValuesOf(movement))) !== null;
  }

  holdOrFail(movement: CallHoldMovement): Promise<void> {
    return this.db.write(HOLD_OR_FAIL, holdValuesOf(movement), toConditionNotMet);
  }

  lockOrFail(accountId: string): Promise<void> {
    return this.db.write(LOCK_OR_FAIL, [accountId], toConditionNotMet);
  }

  lockAtOnce(accountIds: readonly string[]): Promise<void> {
    return this.db.write(LOCK_AT_ONCE, [accountIds], lockedToConditionNotMet);
  }

  async lockCover(accountId: string, at: Date): Promise<CallCover> {
    return coverIn(await this.db.queryOne<CoverRow & Row>(LOCK_COVER, [at, accountId]));
  }

  async funding(accountId: string, at: Date): Promise<CallFunding> {
    const row = await this.db.queryOne<CoverRow & Row>(FUNDING, [at, accountId]);
    return { ...coverIn(row), hasToppedUp: row?.has_topped_up === true };
  }

  async heldBy(accountId: string, decisionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db.query<{ related_id: string; cents: number }>(HELD_BY, [
      accountId,
      decisionIds.map(callReferenceOf),
    ]);
    return new Map(rows.map((row) => [row.related_id, row.cents]));
  }

  async release(releases: readonly CallRelease[]): Promise<void> {
    await this.settle([], releases);
  }

  settle(charges: readonly Movement[], releases: readonly CallRelease[]): Promise<readonly (PostedEntry | null)[]> {
    return postAll(this.db, charges, releases);
  }

  predict(charges: readonly Movement[], releases: readonly CallRelease[]): Promise<PredictedSettlement> {
    return predictSettlement(this.db, charges, releases);
  }
}

type Row = Record<string, unknown>;

function holdValuesOf(movement: CallHoldMovement): unknown[] {
  const { at, accountId, decisionId, amountCents, holdId, postingId, item, outboundCapCents } = movement;
  const reference = callReferenceOf(decisionId);
  return [at, accountId, reference, amountCents, holdId, decisionId, postingId, item, outboundCapCents];
}

function coverIn(row: CoverRow | null): CallCover {
  if (!row) throw noWallet();
  const terms = { billingMode: row.billing_mode, creditLimitCents: row.credit_limit_cents };
  return {
    availableCents: isUnlimited(terms)
      ? Number.MAX_SAFE_INTEGER
      : availableCents({ ...terms, amountCents: row.balance_cents, heldCents: row.held_cents }),
    outboundUsedCents: row.spent_cents + row.outbound_held_cents,
  };
}
