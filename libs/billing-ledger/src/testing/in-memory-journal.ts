import { CommonErrors, CURRENCY } from '@trunkline/kernel';
import {
  type CaptureMovement,
  type HoldMovement,
  Journal,
  type Movement,
  type PostedEntry,
  type ReleaseMovement,
} from '../application/ports';
import type { LedgerDifference, TransactionView, WalletView } from '../application/views';
import { availableCents } from '../domain/books';
import { BillingErrors } from '../domain/errors';

interface Wallet {
  amountCents: number;
  heldCents: number;
  creditLimitCents: number;
  updatedAt: Date;
  version: number;
}

interface Hold {
  readonly id: string;
  readonly accountId: string;
  readonly amountCents: number;
  leftCents: number;
}

export interface PostedTransaction extends TransactionView {
  readonly accountId: string;
  readonly reference: string;
}

/** Passes the journal's contract suite, one thing at a time: races are for the real one. */
export class InMemoryJournal extends Journal {
  readonly transactions: PostedTransaction[] = [];
  private readonly wallets = new Map<string, Wallet>();
  private readonly holds = new Map<string, Hold>();

  override open(accountId: string, at: Date): Promise<void> {
    if (!this.wallets.has(accountId)) {
      this.wallets.set(accountId, { amountCents: 0, heldCents: 0, creditLimitCents: 0, updatedAt: at, version: 0 });
    }
    return Promise.resolve();
  }

  override async post(movement: Movement): Promise<PostedEntry> {
    const wallet = this.walletOf(movement.accountId);
    const prior = this.prior(movement);
    if (prior) return Promise.resolve(prior);
    if (movement.guarded && availableCents(wallet) + movement.amountCents < 0)
      throw BillingErrors.insufficient_balance();
    return Promise.resolve(this.record(wallet, movement));
  }

  override async hold(movement: HoldMovement): Promise<{ holdId: string }> {
    const wallet = this.walletOf(movement.accountId);
    const key = `${movement.accountId} ${movement.reference}`;
    const prior = this.holds.get(key);
    if (prior && prior.amountCents !== movement.amountCents) throw CommonErrors.conflict();
    if (prior) return Promise.resolve({ holdId: prior.id });
    if (availableCents(wallet) < movement.amountCents) throw BillingErrors.insufficient_balance();
    const { holdId: id, accountId, amountCents } = movement;
    this.holds.set(key, { id, accountId, amountCents, leftCents: amountCents });
    this.move(wallet, { heldCents: amountCents, at: movement.at });
    return Promise.resolve({ holdId: id });
  }

  override async capture(movement: CaptureMovement): Promise<PostedEntry> {
    const wallet = this.walletOf(movement.accountId);
    const charge = { ...movement, kind: 'charge', guarded: false, processorPaymentIntentId: null } as const;
    const prior = this.prior(charge);
    if (prior) return Promise.resolve(prior);
    const hold = this.holdOf(movement);
    if (hold.leftCents < -movement.amountCents) throw CommonErrors.invalid_state();
    hold.leftCents += movement.amountCents;
    wallet.heldCents += movement.amountCents;
    return Promise.resolve(this.record(wallet, charge));
  }

  override async release(movement: ReleaseMovement): Promise<void> {
    const wallet = this.walletOf(movement.accountId);
    const hold = this.holdOf(movement);
    if (hold.leftCents > 0) this.move(wallet, { heldCents: -hold.leftCents, at: movement.at });
    hold.leftCents = 0;
    return Promise.resolve();
  }

  override async wallet(accountId: string): Promise<WalletView> {
    const wallet = this.walletOf(accountId);
    const view = { ...wallet, availableCents: availableCents(wallet), billingMode: 'prepaid', currency: CURRENCY };
    return Promise.resolve(view as WalletView);
  }

  override chargedSince(accountId: string, since: Date): Promise<number> {
    const charges = this.transactions.filter(
      (entry) => entry.accountId === accountId && entry.kind === 'charge' && entry.createdAt >= since,
    );
    return Promise.resolve(-charges.reduce((sum, { amountCents }) => sum + amountCents, 0) || 0);
  }

  override verify(): Promise<LedgerDifference[]> {
    return Promise.resolve([]);
  }

  private walletOf(accountId: string): Wallet {
    const wallet = this.wallets.get(accountId);
    if (!wallet) throw CommonErrors.not_found();
    return wallet;
  }

  private holdOf({ accountId, holdId }: { readonly accountId: string; readonly holdId: string }): Hold {
    const hold = [...this.holds.values()].find((each) => each.id === holdId && each.accountId === accountId);
    if (!hold) throw CommonErrors.not_found();
    return hold;
  }

  private prior({ accountId, reference, kind, amountCents }: Movement): PostedEntry | null {
    const prior = this.transactions.find((entry) => entry.accountId === accountId && entry.reference === reference);
    if (!prior) return null;
    if (prior.kind !== kind || prior.amountCents !== amountCents) throw CommonErrors.conflict();
    return { transactionId: prior.id, balanceAfterCents: prior.balanceAfterCents, isNew: false };
  }

  private record(wallet: Wallet, movement: Movement): PostedEntry {
    const { at, transactionId: id, ...entry } = movement;
    this.move(wallet, { amountCents: movement.amountCents, at });
    const balanceAfterCents = wallet.amountCents;
    this.transactions.push({ ...entry, id, currency: CURRENCY, balanceAfterCents, createdAt: at });
    return { transactionId: id, balanceAfterCents, isNew: true };
  }

  private move(
    wallet: Wallet,
    { amountCents = 0, heldCents = 0, at }: { amountCents?: number; heldCents?: number; at: Date },
  ): void {
    wallet.amountCents += amountCents;
    wallet.heldCents += heldCents;
    wallet.updatedAt = at;
    wallet.version++;
  }
}
