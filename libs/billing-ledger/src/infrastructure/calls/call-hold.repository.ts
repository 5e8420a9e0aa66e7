import type { Database } from '@trunkline/platform';
import {
  type CallCover,
  type CallFunding,
  CallHoldRepository,
  type CallHoldMovement,
  type CallRelease,
  type OutboundSpending,
} from '../../application/calls/ports';
import { availableCents } from '../../domain/journal/postings';
import { noWallet } from '../journal/entries';

/** Later than the wallet's last movement, as with every other one. */
const LATER = `GREATEST($1::timestamptz, w.updated_at + interval '1 microsecond')`;

/** What was spent on the day of $1; another day's figure counts as nothing. */
const SPENT_TODAY = `CASE WHEN w.outbound_spent_on = ($1::timestamptz AT TIME ZONE 'UTC')::date
  THEN w.outbound_spent_cents ELSE 0 END`;

/**
 * $1 at, $2 account, $3 reference, $4 amount, $5 hold id, $6 decision, $7 posting id, $8 item, $9 cap. The version stays:
 * it tells of the balance, which a hold does not move, and summaries are kept by it.
 */
const HOLD = `WITH wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents + $4, call_held_cents = w.call_held_cents + $4,
      outbound_held_cents = w.outbound_held_cents + CASE WHEN $8 = 'usage_outbound' THEN $4::bigint ELSE 0 END,
      updated_at = ${LATER}
    WHERE w.account_id = $2
      AND (w.balance_cents - w.held_cents + w.credit_limit_cents >= $4::bigint
        OR (w.billing_mode = 'postpaid' AND w.credit_limit_cents = 0))
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
  )
  SELECT true AS is_held FROM wallet`;

const COVER = `w.billing_mode, w.balance_cents, w.held_cents, w.credit_limit_cents, w.outbound_held_cents,
    (${SPENT_TODAY})::bigint AS spent_cents`;
const LOCK_COVER = `SELECT ${COVER} FROM billing.wallets w WHERE w.account_id = $2 FOR UPDATE`;
const FUNDING = `SELECT ${COVER}, EXISTS (
    SELECT FROM billing.transactions t WHERE t.account_id = w.account_id AND t.kind = 'topup') AS has_topped_up
  FROM billing.wallets w WHERE w.account_id = $2`;

const LOCK = `SELECT account_id FROM billing.wallets WHERE account_id = ANY ($1) ORDER BY account_id FOR UPDATE`;

/** $1 releases as JSON; behind the lock of their wallets, so that what is held is what the statement reads. */
const RELEASE = `WITH asked AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS a (account_id text, reference text, posting_id text, keep_cents bigint,
      at timestamptz)
  ), open_hold AS (
    SELECT h.id, h.account_id, h.item, a.posting_id, a.at,
      h.amount_cents - h.captured_cents - h.released_cents - a.keep_cents AS freed_cents,
      a.keep_cents = 0 AS is_over
    FROM asked a JOIN billing.holds h USING (account_id, reference)
    WHERE h.status = 'open' AND h.amount_cents - h.captured_cents - h.released_cents > a.keep_cents
  ), hold AS (
    UPDATE billing.holds h
    SET released_cents = h.released_cents + o.freed_cents,
      status = CASE WHEN o.is_over THEN 'closed' ELSE 'open' END, closed_at = CASE WHEN o.is_over THEN o.at END
    FROM open_hold o WHERE h.id = o.id
    RETURNING h.id
  ), freed AS (
    SELECT account_id, max(at) AS at, sum(freed_cents)::bigint AS cents,
      coalesce(sum(freed_cents) FILTER (WHERE item IS NOT NULL), 0)::bigint AS call_cents,
      coalesce(sum(freed_cents) FILTER (WHERE item = 'usage_outbound'), 0)::bigint AS outbound_cents
    FROM open_hold GROUP BY account_id
  ), wallet AS (
    UPDATE billing.wallets w
    SET held_cents = w.held_cents - f.cents, call_held_cents = w.call_held_cents - f.call_cents,
      outbound_held_cents = w.outbound_held_cents - f.outbound_cents,
      updated_at = GREATEST(f.at, w.updated_at + interval '1 microsecond')
    FROM freed f WHERE w.account_id = f.account_id
    RETURNING w.account_id, w.updated_at
  )
  INSERT INTO billing.postings (id, account_id, debit_account, credit_account, amount_cents, hold_id, created_at)
  SELECT o.posting_id, o.account_id, 'holds', 'wallet', o.freed_cents, o.id, wallet.updated_at
  FROM open_hold o JOIN wallet USING (account_id)`;

/** $1 at, $2 accounts, $3 cents. */
const COUNT_OUTBOUND = `UPDATE billing.wallets w
  SET outbound_spent_cents = ${SPENT_TODAY} + spent.cents, outbound_spent_on = ($1::timestamptz AT TIME ZONE 'UTC')::date
  FROM (SELECT account_id, sum(cents)::bigint AS cents FROM unnest($2::text[], $3::bigint[]) AS s (account_id, cents)
    GROUP BY account_id) spent
  WHERE w.account_id = spent.account_id`;

interface CoverRow {
  readonly billing_mode: 'prepaid' | 'postpaid';
  readonly balance_cents: number;
  readonly held_cents: number;
  readonly credit_limit_cents: number;
  readonly outbound_held_cents: number;
  readonly spent_cents: number;
}

export class PostgresCallHoldRepository extends CallHoldRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async hold(movement: CallHoldMovement): Promise<boolean> {
    const { at, accountId, decisionId, amountCents, holdId, postingId, item, outboundCapCents } = movement;
    const values = [at, accountId, referenceOf(decisionId), amountCents, holdId, decisionId, postingId, item];
    return (await this.db.queryOne(HOLD, [...values, outboundCapCents])) !== null;
  }

  override async lockCover(accountId: string, at: Date): Promise<CallCover> {
    return coverIn(await this.db.queryOne<CoverRow & Row>(LOCK_COVER, [at, accountId]));
  }

  override async funding(accountId: string, at: Date): Promise<CallFunding> {
    const row = await this.db.queryOne<CoverRow & Row>(FUNDING, [at, accountId]);
    return { ...coverIn(row), hasToppedUp: row?.has_topped_up === true };
  }

  override async release(releases: readonly CallRelease[]): Promise<void> {
    if (releases.length === 0) return;
    await this.db.query(LOCK, [[...new Set(releases.map(({ accountId }) => accountId))]]);
    await this.db.query(RELEASE, [JSON.stringify(releases.map(rowOf))]);
  }

  override async countOutbound(spending: readonly OutboundSpending[], at: Date): Promise<void> {
    if (spending.length === 0) return;
    const accounts = spending.map(({ accountId }) => accountId);
    await this.db.query(COUNT_OUTBOUND, [at, accounts, spending.map(({ amountCents }) => amountCents)]);
  }
}

type Row = Record<string, unknown>;

function coverIn(row: CoverRow | null): CallCover {
  if (!row) throw noWallet();
  const isUnlimited = row.billing_mode === 'postpaid' && row.credit_limit_cents === 0;
  return {
    availableCents: isUnlimited
      ? Number.MAX_SAFE_INTEGER
      : availableCents({
          amountCents: row.balance_cents,
          heldCents: row.held_cents,
          creditLimitCents: row.credit_limit_cents,
        }),
    outboundUsedCents: row.spent_cents + row.outbound_held_cents,
  };
}

/** A call's hold is found by the decision about it. */
function referenceOf(decisionId: string): string {
  return `call:${decisionId}`;
}

function rowOf({ accountId, decisionId, postingId, keepCents, at }: CallRelease): object {
  return {
    account_id: accountId,
    reference: referenceOf(decisionId),
    posting_id: postingId,
    keep_cents: keepCents,
    at,
  };
}
