import { CommonErrors, ConditionNotMet, CURRENCY, RetryTransaction } from '@trunkline/kernel';
import { type Database, toConditionNotMet, violatedConstraint } from '@trunkline/platform';
import type { QueryResultRow } from 'pg';
import {
  type CaptureMovement,
  type SourceReference,
  type HoldMovement,
  type Journal,
  type Movement,
  type PostedEntry,
  type PartialRelease,
  type ReleaseMovement,
  type Settlement,
} from '../../application/journal/ports';
import type { LedgerDifference, WalletView } from '../../application/views';
import { availableCents, transferOf } from '../../domain/journal/postings';
import type { BillingMode } from '../../domain/journal/wallet-terms';
import { BillingErrors } from '../../domain/errors';
import { postAll } from './bulk-postings';
import { anotherEntry, noWallet, type PriorRow, repeated } from './entries';
import * as statements from './journal-statements';
import { VERIFY } from './verify-statement';

interface EntryRow extends PriorRow {
  readonly is_new: boolean;
  readonly billing_mode: BillingMode;
  readonly credit_limit_cents: number;
  readonly low_balance_alert_cents: number | null;
  readonly claim_id: string | null;
}

interface LookRow {
  readonly id: string | null;
  readonly kind: string;
  readonly amount_cents: number;
  readonly balance_after_cents: number;
  readonly same_hold_id: string | null;
  readonly same_hold_cents: number;
  readonly hold_id: string | null;
}

interface WalletRow {
  readonly billing_mode: BillingMode;
  readonly currency: string;
  readonly balance_cents: number;
  readonly held_cents: number;
  readonly call_held_cents: number;
  readonly credit_limit_cents: number;
  readonly version: number;
  readonly updated_at: Date;
}

interface SettlementRow {
  readonly paid_in_cents: number;
  readonly is_posted: boolean;
  readonly newest_id: string | null;
}

interface DifferenceRow {
  readonly account_id: string;
  readonly check: LedgerDifference['check'];
  readonly transaction_id: string | null;
  readonly recorded_cents: number;
  readonly recomputed_cents: number;
}

const REFERENCES = ['transactions_reference', 'holds_reference', 'postings_pkey'];

/** The journal in PostgreSQL. journal-statements.ts explains how it stays consistent. */
export class StoredJournal implements Journal {
  constructor(private readonly db: Database) {}

  async open(accountId: string, at: Date): Promise<void> {
    await this.db.query(statements.OPEN, [accountId, CURRENCY, at]);
  }

  async post(movement: Movement): Promise<PostedEntry> {
    const { accountId, reference } = movement;
    const row = await this.first<EntryRow>(statements.POST, postValues(movement));
    if (row) return row.is_new ? posted(row) : repeated(row, movement);
    const look = await this.rereadPrior(accountId, reference);
    if (look.id !== null) return repeated({ ...look, id: look.id }, movement);
    throw BillingErrors.insufficient_balance();
  }

  postAll(movements: readonly Movement[]): Promise<readonly (PostedEntry | null)[]> {
    return this.db.run(() => postAll(this.db, movements));
  }

  async hold(movement: HoldMovement): Promise<{ holdId: string }> {
    const { accountId, reference, amountCents } = movement;
    const row = await this.first<{ id: string; amount_cents: number }>(statements.HOLD, holdValues(movement));
    if (row) return sameHold(row.id, row.amount_cents, amountCents);
    const look = await this.rereadPrior(accountId, reference);
    if (look.same_hold_id !== null) return sameHold(look.same_hold_id, look.same_hold_cents, amountCents);
    throw BillingErrors.insufficient_balance();
  }

  holdOrFail(movement: HoldMovement): Promise<void> {
    return this.db.write(statements.HOLD_OR_FAIL, holdValues(movement), (error) =>
      isRepeat(error) ? new ConditionNotMet() : toConditionNotMet(error),
    );
  }

  async capture(movement: CaptureMovement): Promise<PostedEntry> {
    const { accountId, reference, holdId } = movement;
    const expected = { kind: 'charge', amountCents: movement.amountCents };
    const [row] = await this.all<EntryRow>(statements.CAPTURE, captureValues(movement, [movement]));
    if (row) return row.is_new ? posted(row) : repeated(row, expected);
    const look = await this.rereadPrior(accountId, reference, holdId);
    if (look.id !== null) return repeated({ ...look, id: look.id }, expected);
    if (look.hold_id === null) throw noHold();
    throw lessIsLeft();
  }

  async captureAll(movements: readonly CaptureMovement[]): Promise<readonly PostedEntry[]> {
    const [first] = movements;
    if (!first) return [];
    if (movements.some(({ accountId, holdId }) => accountId !== first.accountId || holdId !== first.holdId))
      throw new Error('The captures are not of one hold.');
    const rows = await this.all<EntryRow>(statements.CAPTURE, captureValues(first, movements));
    const captured = new Map(rows.flatMap((row) => (row.is_new ? [[row.id, posted(row)]] : [])));
    const entries = movements.flatMap(({ transactionId }) => captured.get(transactionId) ?? []);
    if (entries.length === movements.length) return entries;
    // Nothing was captured: each capture finds what it repeats, or what is left for it.
    for (const movement of movements) entries.push(await this.capture(movement));
    return entries;
  }

  async release({ holdId, postingId, accountId, at }: ReleaseMovement): Promise<void> {
    await this.db.run(async () => {
      await this.db.write(statements.LOCK_WALLET, [accountId]);
      // A separate statement, so that it sees what was captured while the first waited for the lock.
      const row = await this.db.queryOne(statements.RELEASE, [at, accountId, holdId, postingId]);
      if (row) return;
      await this.lockWallet(accountId);
      throw noHold();
    });
  }

  async releasePart({ accountId, holdId, reference, amountCents, at }: PartialRelease): Promise<void> {
    const values = [at, accountId, holdId, `post:${accountId}:${reference}`, amountCents];
    const row = await this.first<{ is_done: boolean }>(statements.RELEASE_PART, values);
    if (!row) throw noHold();
    if (!row.is_done) throw lessIsLeft();
  }

  async wallet(accountId: string): Promise<WalletView> {
    const row = await this.db.lookUp<WalletRow>(statements.WALLET, [accountId]);
    if (!row) throw noWallet();
    const amounts = {
      amountCents: row.balance_cents,
      heldCents: row.held_cents,
      creditLimitCents: row.credit_limit_cents,
    };
    return {
      ...amounts,
      callHeldCents: row.call_held_cents,
      availableCents: availableCents(amounts),
      billingMode: row.billing_mode,
      currency: row.currency,
      updatedAt: row.updated_at,
      version: row.version,
    };
  }

  async lockForSettlement(accountId: string, references: readonly string[]): Promise<Settlement> {
    const wallet = await this.db.queryOne<Pick<WalletRow, 'balance_cents' | 'held_cents'>>(statements.LOCK_WALLET, [
      accountId,
    ]);
    if (!wallet) throw noWallet();
    // A separate statement, so that it sees what was posted while the first waited for the lock.
    const row = await this.db.queryOne<SettlementRow>(statements.PAID_IN, [accountId, references]);
    return {
      amountCents: wallet.balance_cents,
      heldCents: wallet.held_cents,
      paidInCents: row?.paid_in_cents ?? 0,
      isPosted: row?.is_posted ?? false,
      newestTransactionId: row?.newest_id ?? null,
    };
  }

  async withMoney(accountIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.db.query<{ account_id: string }>(statements.WITH_MONEY, [accountIds]);
    return rows.map((row) => row.account_id);
  }

  async lockForRefund(accountId: string, { relatedKind, relatedId }: SourceReference): Promise<number> {
    await this.lockWallet(accountId);
    // A separate statement, so that it sees what was posted while the first waited for the lock.
    const row = await this.db.queryOne<{ cents: number }>(statements.REFUNDABLE, [accountId, relatedKind, relatedId]);
    return row?.cents ?? 0;
  }

  async chargedSince(accountId: string, since: Date): Promise<number> {
    const row = await this.db.queryOne<{ cents: number }>(statements.CHARGED_SINCE, [accountId, since]);
    return row?.cents ?? 0;
  }

  async verify(): Promise<LedgerDifference[]> {
    const rows = await this.db.query<DifferenceRow>(VERIFY);
    return rows.map((row) => ({
      accountId: row.account_id,
      check: row.check,
      transactionId: row.transaction_id,
      recordedCents: row.recorded_cents,
      recomputedCents: row.recomputed_cents,
    }));
  }

  private async lockWallet(accountId: string): Promise<void> {
    if (!(await this.db.queryOne(statements.LOCK_WALLET, [accountId]))) throw noWallet();
  }

  /** A retry finds a reference that another transaction posted concurrently. */
  private async all<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return await this.db.query<Row>(text, values);
    } catch (error) {
      if (isRepeat(error)) throw new RetryTransaction();
      throw error;
    }
  }

  private async first<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row | null> {
    return (await this.all<Row>(text, values))[0] ?? null;
  }

  /** Sees what was committed while the previous statement waited for the lock. */
  private async rereadPrior(accountId: string, reference: string, holdId: string | null = null): Promise<LookRow> {
    const row = await this.db.queryOne<LookRow>(statements.LOOK_AGAIN, [accountId, reference, holdId]);
    if (!row) throw noWallet();
    return row;
  }
}

function postValues(movement: Movement): readonly unknown[] {
  const { at, accountId, reference, amountCents, guarded, transactionId, kind, description } = movement;
  const { relatedKind, relatedId, processorPaymentIntentId, counterpart, item = null } = movement;
  const { debit, credit } = transferOf(kind, amountCents, counterpart);
  const head = [at, accountId, reference, amountCents, guarded, transactionId, kind, description];
  return [...head, relatedKind, relatedId, processorPaymentIntentId, debit, credit, item];
}

function holdValues(movement: HoldMovement): readonly unknown[] {
  const { at, accountId, reference, amountCents, holdId, relatedKind, relatedId, postingId } = movement;
  return [at, accountId, reference, amountCents, holdId, relatedKind, relatedId, postingId];
}

function captureValues(
  { at, accountId, holdId }: CaptureMovement,
  movements: readonly CaptureMovement[],
): readonly unknown[] {
  const charges = movements.map(
    ({ transactionId, amountCents, description, reference, relatedKind, relatedId, item }, n) => {
      const charge = { n: n + 1, id: transactionId, amount_cents: -amountCents, description, reference, item };
      return { ...charge, related_kind: relatedKind, related_id: relatedId };
    },
  );
  return [at, accountId, holdId, JSON.stringify(charges)];
}

function posted(row: EntryRow): PostedEntry {
  const terms = {
    billingMode: row.billing_mode,
    creditLimitCents: row.credit_limit_cents,
    lowBalanceAlertCents: row.low_balance_alert_cents,
    claimId: row.claim_id,
  };
  return { transactionId: row.id, balanceAfterCents: row.balance_after_cents, terms };
}

function sameHold(holdId: string, heldCents: number, amountCents: number): { holdId: string } {
  if (heldCents !== amountCents) throw anotherEntry();
  return { holdId };
}

/** Whether another transaction posted the reference concurrently. */
function isRepeat(error: unknown): boolean {
  return REFERENCES.includes(violatedConstraint(error));
}

function noHold(): Error {
  return CommonErrors.not_found({ message: 'The account has no such hold.' });
}

function lessIsLeft(): Error {
  return CommonErrors.invalid_state({ message: 'The hold has less than this amount left.' });
}
