import { addSeconds, type Clock, newId, type Transactor } from '@trunkline/kernel';
import type { AutoRecharge } from '../../domain/auto-recharge/auto-recharge';
import { Topup } from '../../domain/top-ups/topup';
import type { Ledger } from '../journal/ledger';
import type { PaymentMethodRepository } from '../cards/ports';
import type { TopupRepository } from '../top-ups/ports';
import type { TopupCharges } from '../top-ups/topup-charges';
import type { AccountStates, AutoRechargeRepository } from './ports';
import type { RechargeOutcomes } from './recharge-outcomes';

/** How long a suspended account is left alone before its claim is looked at again. */
const SUSPENDED_SECONDS = 600;

/** Where auto-recharge keeps its books: what was set, and what was charged. */
export class RechargeBooks {
  constructor(
    readonly recharges: AutoRechargeRepository,
    readonly topups: TopupRepository,
    readonly methods: PaymentMethodRepository,
  ) {}
}

/**
 * Charges the default card under the account's claim. Safe to call at any time, by any number of workers: each step
 * holds the account's auto-recharge, looks at what there is, and leaves behind what the next one goes on from. The
 * attempt is written down, as a top-up and on the claim, before the processor is asked outside of any transaction, and
 * the claim is given up only after the top-up is settled, whoever settles it.
 */
export class RechargeWallet {
  constructor(
    private readonly tx: Transactor,
    private readonly books: RechargeBooks,
    private readonly ledger: Ledger,
    private readonly accounts: AccountStates,
    private readonly charges: TopupCharges,
    private readonly outcomes: RechargeOutcomes,
    private readonly clock: Clock,
  ) {}

  /** Reaches outside: not for use inside a transaction. Does nothing where nothing is due. */
  async execute(accountId: string): Promise<void> {
    const topup = await this.tx.run(() => this.step(accountId));
    if (!topup) return;
    const { isOpen } = await this.charges.pursue(topup);
    if (!isOpen) await this.tx.run(() => this.step(accountId));
  }

  /** The top-up that has begun and is now to be charged, if one has. */
  private async step(accountId: string): Promise<Topup | null> {
    const recharge = await this.books.recharges.lock(accountId);
    if (!recharge) return null;
    const topup = recharge.claimStatus === 'begun' ? await this.look(recharge) : await this.attempt(recharge);
    await this.books.recharges.save(recharge);
    return topup;
  }

  /** An open top-up is pursued by whoever began it, and by the sweeper of top-ups after a crash. */
  private async look(recharge: AutoRecharge): Promise<null> {
    const topup = await this.books.topups.findByOperation(recharge.accountId, recharge.operationId);
    if (!topup) throw new Error(`There is no top-up of the claim ${recharge.claimId ?? ''}.`);
    if (topup.isOpen) recharge.checkLater(this.clock.now());
    else await this.outcomes.conclude(recharge, topup);
    return null;
  }

  private async attempt(recharge: AutoRecharge): Promise<Topup | null> {
    const now = this.clock.now();
    const { amountCents: balanceCents } = await this.ledger.balance(recharge.accountId);
    if (!recharge.needsCharge(balanceCents) || (await this.isClosing(recharge.accountId))) {
      recharge.dropClaim();
      return null;
    }
    const waitUntil = await this.waitUntil(recharge, now);
    if (waitUntil) {
      recharge.wait(newId('rcl'), waitUntil);
      return null;
    }
    return this.begin(recharge, now);
  }

  /** Null when an attempt may be made now. */
  private async waitUntil(recharge: AutoRecharge, now: Date): Promise<Date | null> {
    if (!recharge.mayAttempt(now)) return recharge.allowedAt();
    return (await this.accounts.isSuspended(recharge.accountId)) ? addSeconds(now, SUSPENDED_SECONDS) : null;
  }

  private async isClosing(accountId: string): Promise<boolean> {
    const status = await this.accounts.status(accountId);
    return status === 'pending_closure' || status === 'closed';
  }

  private async begin(recharge: AutoRecharge, now: Date): Promise<Topup | null> {
    const { accountId } = recharge;
    recharge.begin(newId('rcl'), now);
    const method = await this.books.methods.findDefault(accountId);
    if (!method) {
      await this.outcomes.failWithoutCard(recharge);
      return null;
    }
    const { id: paymentMethodId, processorPaymentMethodId } = method;
    const { operationId, amountCents } = recharge;
    const card = { paymentMethodId, processorPaymentMethodId, description: null };
    const intent = { accountId, operationId, amountCents: amountCents ?? 0, auto: true, ...card };
    const topup = Topup.begin({ ...intent, idempotencyKey: operationId }, now);
    await this.books.topups.add(topup);
    return topup;
  }
}
