import { CommonErrors, CURRENCY, DomainError } from '@trunkline/kernel';
import {
  type CaptureMovement,
  type SourceReference,
  type HoldMovement,
  Journal,
  type Movement,
  type PartialRelease,
  type PostedEntry,
  type ReleaseMovement,
  type Settlement,
} from '../application/journal/ports';
import type { LedgerDifference, TransactionView, WalletView } from '../application/views';
import { availableCents, type BilledItem } from '../domain/journal/postings';
import { BillingErrors } from '../domain/errors';
import type { BillingMode } from '../domain/operator/wallet-terms';
import { FakeAutoRechargeRepository } from './fake-auto-recharges';

export interface FakeWallet {
  billingMode: BillingMode;
  creditLimitCents: number;
  amountCents: number;
  heldCents: number;
  lowBalanceAlertCents: number | null;
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
  readonly item?: BilledItem;
}

/** Passes the journal's contract suite, one thing at a time: races are for the real one. */
export class InMemoryJournal extends Journal {
  readonly transactions: PostedTransaction[] = [];
  private readonly wallets = new Map<string, FakeWallet>();
  private readonly holds = new Map<string, Hold>();
  private readonly released = new Set<string>();

  constructor(private readonly recharges = new FakeAutoRechargeRepository()) {
    super();
    recharges.balanceOf = (accountId) => this.walletOf(accountId).amountCents;
  }

  override open(accountId: string, at: Date): Promise<void> {
    if (!this.wallets.has(accountId)) {
      const terms = { billingMode: 'prepaid', creditLimitCents: 0, lowBalanceAlertCents: null } as const;
      this.wallets.set(accountId, { ...terms, amountCents: 0, heldCents: 0, updatedAt: at, version: 0 });
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

  override async postAll(movements: readonly Movement[]): Promise<(PostedEntry | null)[]> {
    const posted = this.transactions.length;
    const wallets = [...this.wallets].map(([accountId, wallet]) => [accountId, { ...wallet }] as const);
    const entries: (PostedEntry | null)[] = [];
    try {
      for (const movement of movements) entries.push(await this.post(movement).catch(nullIfRefused));
    } catch (error) {
      this.transactions.splice(posted);
      wallets.forEach(([accountId, wallet]) => this.wallets.set(accountId, wallet));
      throw error;
    }
    return entries;
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

  override async releasePart(movement: PartialRelease): Promise<void> {
    const wallet = this.walletOf(movement.accountId);
    const hold = this.holdOf(movement);
    const key = `${movement.accountId} ${movement.reference}`;
    if (this.released.has(key)) return Promise.resolve();
    if (hold.leftCents < movement.amountCents) throw CommonErrors.invalid_state();
    this.released.add(key);
    hold.leftCents -= movement.amountCents;
    this.move(wallet, { heldCents: -movement.amountCents, at: movement.at });
  }

  override async wallet(accountId: string): Promise<WalletView> {
    const wallet = this.walletOf(accountId);
    return Promise.resolve({ ...wallet, callHeldCents: 0, availableCents: availableCents(wallet), currency: CURRENCY });
  }

  override async lockForSettlement(accountId: string, references: readonly string[]): Promise<Settlement> {
    const { amountCents, heldCents } = this.walletOf(accountId);
    const entries = this.transactions.filter((entry) => entry.accountId === accountId);
    const paid = entries.filter(isPaidIn);
    const paidInCents = paid.reduce((sum, entry) => sum + entry.amountCents, 0);
    return {
      amountCents,
      heldCents,
      paidInCents,
      isPosted: entries.some(({ reference }) => references.includes(reference)),
    };
  }

  override async lockForRefund(accountId: string, { relatedKind, relatedId }: SourceReference): Promise<number> {
    this.walletOf(accountId);
    const own = this.transactions.filter(
      (entry) => entry.accountId === accountId && ['charge', 'refund'].includes(entry.kind),
    );
    const source = own.filter((entry) => entry.relatedKind === relatedKind && entry.relatedId === relatedId);
    const byCharge = own.filter((entry) => source.some(({ id }) => id === entry.relatedId));
    return Promise.resolve(-[...source, ...byCharge].reduce((sum, { amountCents }) => sum + amountCents, 0) || 0);
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

  walletOf(accountId: string): FakeWallet {
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
    return { transactionId: prior.id, balanceAfterCents: prior.balanceAfterCents, marks: null };
  }

  private record(wallet: FakeWallet, movement: Movement): PostedEntry {
    const { at, transactionId: id, ...entry } = movement;
    this.move(wallet, { amountCents: movement.amountCents, at });
    const balanceAfterCents = wallet.amountCents;
    this.transactions.push({ ...entry, id, currency: CURRENCY, balanceAfterCents, createdAt: at });
    const { creditLimitCents, lowBalanceAlertCents } = wallet;
    const claimId = movement.amountCents < 0 ? this.recharges.claimBelow(balanceAfterCents, movement) : null;
    return { transactionId: id, balanceAfterCents, marks: { creditLimitCents, lowBalanceAlertCents, claimId } };
  }

  private move(
    wallet: FakeWallet,
    { amountCents = 0, heldCents = 0, at }: { amountCents?: number; heldCents?: number; at: Date },
  ): void {
    wallet.amountCents += amountCents;
    wallet.heldCents += heldCents;
    wallet.updatedAt = at;
    wallet.version++;
  }
}

function nullIfRefused(error: unknown): null {
  if (error instanceof DomainError && error.code === 'insufficient_balance') return null;
  throw error;
}

/** Refunds into the wallet are no payment, except what a card did not take. */
function isPaidIn({ kind, amountCents, relatedKind }: PostedTransaction): boolean {
  if (kind === 'refund') return amountCents < 0 || relatedKind === 'topup';
  return kind === 'topup' || kind === 'chargeback';
}
