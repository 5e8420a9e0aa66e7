import { CommonErrors, CURRENCY, RetryTransaction } from '@trunkline/kernel';
import { type Database, violatedConstraint } from '@trunkline/platform';
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
} from '../../application/journal';
import type { LedgerDifference, WalletView } from '../../application/views';
import { transferOf } from '../../domain/journal/postings';
import { BillingErrors } from '../../domain/errors';
import { postAll } from './bulk-postings';
import { anotherEntry, noWallet, repeated } from './entries';
import * as statements from './journal-statements';
import { VERIFY } from './verify-statement';

/** What the repeat of a movement may have found. */
interface Found {
  readonly entry: PostedEntry | null;
  readonly hold: OpenedHold | null;
  /** Null unless the account has the hold. */
  readonly holdId: string | null;
}

type Amounts = Pick<Settlement, 'amountCents' | 'heldCents'>;

interface Sum {
  readonly cents: number;
}

interface OpenedHold {
  readonly holdId: string;
  readonly amountCents: number;
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
    const [posted] = await this.all<PostedEntry>(statements.POST, postValues(movement));
    const entry = posted ?? (await this.reread(accountId, reference)).entry;
    if (!entry) throw BillingErrors.insufficient_balance();
    return entry.terms ? entry : repeated(entry, movement);
  }

  postAll(movements: readonly Movement[]): Promise<readonly (PostedEntry | null)[]> {
    return this.db.run(() => postAll(this.db, movements));
  }

  async hold(movement: HoldMovement): Promise<{ holdId: string }> {
    const { accountId, reference, amountCents } = movement;
    const [opened] = await this.all<OpenedHold>(statements.HOLD, holdValues(movement));
    const hold = opened ?? (await this.reread(accountId, reference)).hold;
    if (!hold) throw BillingErrors.insufficient_balance();
    if (hold.amountCents !== amountCents) throw anotherEntry();
    return { holdId: hold.holdId };
  }

  async captureAll(movements: readonly CaptureMovement[]): Promise<readonly PostedEntry[]> {
    const [first, ...others] = movements;
    if (!first) return [];
    const { at, accountId, holdId } = first;
    if (others.some((other) => other.accountId !== accountId || other.holdId !== holdId))
      throw new Error('The captures are not of one hold.');
    const charges = JSON.stringify(movements.map((movement, n) => ({ ...movement, n: n + 1 })));
    const rows = await this.all<PostedEntry>(statements.CAPTURE, [at, accountId, holdId, charges]);
    const captured = new Map(rows.flatMap((row) => (row.terms ? [[row.transactionId, row]] : [])));
    const entries = movements.flatMap(({ transactionId }) => captured.get(transactionId) ?? []);
    if (entries.length === movements.length) return entries;
    if (others.length === 0) return [await this.repeatedCapture(first, rows[0])];
    // Nothing was captured: each capture finds what it repeats, or what is left for it.
    for (const movement of movements) entries.push(...(await this.captureAll([movement])));
    return entries;
  }

  async release({ holdId, postingId, accountId, at }: ReleaseMovement): Promise<void> {
    await this.db.run(async () => {
      await this.db.write(statements.LOCK_WALLET, [accountId]);
      // A separate statement, so that it sees what was captured while the first waited for the lock.
      if (await this.db.find(statements.RELEASE, [at, accountId, holdId, postingId])) return;
      await this.lockWallet(accountId);
      throw noHold();
    });
  }

  async releasePart({ accountId, holdId, reference, amountCents, at }: PartialRelease): Promise<void> {
    const values = [at, accountId, holdId, `post:${accountId}:${reference}`, amountCents];
    const [row] = await this.all<{ isDone: boolean }>(statements.RELEASE_PART, values);
    if (!row) throw noHold();
    if (!row.isDone) throw lessIsLeft();
  }

  balance(accountId: string): Promise<WalletView> {
    return this.db.get<WalletView>(statements.WALLET, [accountId], noWallet, 'shared');
  }

  async lockForSettlement(accountId: string, references: readonly string[]): Promise<Settlement> {
    const wallet = await this.lockWallet(accountId);
    // A separate statement, so that it sees what was posted while the first waited for the lock.
    const paid = await this.db.get<Omit<Settlement, keyof Amounts>>(statements.PAID_IN, [accountId, references]);
    return { ...wallet, ...paid };
  }

  async withMoney(accountIds: readonly string[]): Promise<readonly string[]> {
    const rows = await this.db.query<{ account_id: string }>(statements.WITH_MONEY, [accountIds]);
    return rows.map((row) => row.account_id);
  }

  async lockForRefund(accountId: string, { relatedKind, relatedId }: SourceReference): Promise<number> {
    await this.lockWallet(accountId);
    // A separate statement, so that it sees what was posted while the first waited for the lock.
    return (await this.db.get<Sum>(statements.REFUNDABLE, [accountId, relatedKind, relatedId])).cents;
  }

  async spentSince(accountId: string, since: Date): Promise<number> {
    return (await this.db.get<Sum>(statements.CHARGED_SINCE, [accountId, since])).cents;
  }

  async fixedSince(accountId: string, since: Date): Promise<number> {
    return (await this.db.get<Sum>(statements.FIXED_SINCE, [accountId, since])).cents;
  }

  verify(): Promise<LedgerDifference[]> {
    return this.db.query<LedgerDifference>(VERIFY);
  }

  private lockWallet(accountId: string): Promise<Amounts> {
    return this.db.get<Amounts>(statements.LOCK_WALLET, [accountId], noWallet);
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

  private async repeatedCapture(capture: CaptureMovement, prior?: PostedEntry): Promise<PostedEntry> {
    const charge = { kind: 'charge', amountCents: capture.amountCents } as const;
    if (prior) return repeated(prior, charge);
    const { entry, holdId } = await this.reread(capture.accountId, capture.reference, capture.holdId);
    if (entry) return repeated(entry, charge);
    throw holdId === null ? noHold() : lessIsLeft();
  }

  /** Sees what was committed while the previous statement waited for the lock. */
  private reread(accountId: string, reference: string, holdId: string | null = null): Promise<Found> {
    return this.db.get<Found>(statements.LOOK_AGAIN, [accountId, reference, holdId], noWallet);
  }
}

function postValues(movement: Movement): readonly unknown[] {
  const { at, accountId, reference, amountCents, guarded, transactionId, kind, description } = movement;
  const { relatedKind, relatedId, processorPaymentIntentId, counterpart } = movement;
  const { item = null, usageOf = null, usageSeconds = null } = movement;
  const { debit, credit } = transferOf(kind, amountCents, counterpart);
  const head = [at, accountId, reference, amountCents, guarded, transactionId, kind, description];
  return [...head, relatedKind, relatedId, processorPaymentIntentId, debit, credit, item, usageOf, usageSeconds];
}

function holdValues(movement: HoldMovement): readonly unknown[] {
  const { at, accountId, reference, amountCents, holdId, relatedKind, relatedId, postingId } = movement;
  return [at, accountId, reference, amountCents, holdId, relatedKind, relatedId, postingId];
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
