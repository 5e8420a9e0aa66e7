import { addSeconds, type Clock, type EventBus, newId, type Transactor, unixSecondsOrNull } from '@trunkline/kernel';
import type { AutoRecharge } from '../../domain/auto-recharge';
import { Topup } from '../../domain/topup';
import type { PaymentMethodRepository } from '../cards/ports';
import type { Ledger } from '../ledger';
import { Sweep } from '../sweep';
import type { TopupRepository } from '../top-ups/ports';
import type { TopupCharges } from '../top-ups/topup-charges';
import type { AccountStates, AutoRechargeRepository } from './ports';

/** How soon the claim of a suspended account is checked again. */
const SUSPENDED_SECONDS = 600;

interface Failure {
  /** Null when there was no card to charge. */
  readonly topup_id: string | null;
  readonly failure_code: string;
  readonly failure_message: string;
  readonly amount_cents: number;
}

/**
 * Charges the default card under the account's claim. See docs/billing.md#auto-recharge.
 *
 * Safe to run at any time and on any number of workers: each step locks the account's auto-recharge, reads the current
 * state and stores the state that the next step continues from. The attempt is stored as a top-up and on the claim before
 * the processor is called, outside of any transaction. The claim ends only after the top-up is settled.
 */
export class RechargeWallet {
  constructor(
    private readonly tx: Transactor,
    private readonly recharges: AutoRechargeRepository,
    private readonly topups: TopupRepository,
    private readonly methods: PaymentMethodRepository,
    private readonly ledger: Ledger,
    private readonly accounts: AccountStates,
    private readonly charges: TopupCharges,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Recharges one wallet, if a charge is due. Calls the processor, so it must not run inside a transaction. */
  async recharge(accountId: string): Promise<void> {
    const topup = await this.tx.run(() => this.step(accountId));
    if (!topup) return;
    const { isOpen } = await this.charges.complete(topup);
    if (!isOpen) await this.tx.run(() => this.step(accountId));
  }

  /**
   * Recharges every wallet with a due claim: continues after a crash, retries failed attempts and finds low balances
   * without a claim. Throws an AggregateError at the end when some failed.
   */
  async rechargeDue(): Promise<void> {
    const sweep = new Sweep();
    await sweep.eachAccount(
      (after, limit) => this.recharges.listDue(this.clock.now(), after, limit),
      (accountId) => this.recharge(accountId),
    );
    sweep.end('wallets could not be recharged');
  }

  /** Returns the top-up to charge now, if an attempt has begun. */
  private async step(accountId: string): Promise<Topup | null> {
    const recharge = await this.recharges.lock(accountId);
    if (!recharge) return null;
    const topup = recharge.claimStatus === 'begun' ? await this.checkAttempt(recharge) : await this.attempt(recharge);
    await this.recharges.save(recharge);
    return topup;
  }

  /** The request or sweep that began an open top-up completes it; after a crash, the sweep of top-ups does. */
  private async checkAttempt(recharge: AutoRecharge): Promise<null> {
    const topup = await this.topups.findByOperation(recharge.accountId, recharge.operationId);
    if (!topup) throw new Error(`Claim ${recharge.claimId ?? ''} has no top-up.`);
    if (topup.isOpen) recharge.checkLater(this.clock.now());
    else await this.settle(recharge, topup);
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

  /** Null when an attempt is allowed now. */
  private async waitUntil(recharge: AutoRecharge, now: Date): Promise<Date | null> {
    if (!recharge.mayAttempt(now)) return recharge.allowedAt();
    return (await this.accounts.isSuspended(recharge.accountId)) ? addSeconds(now, SUSPENDED_SECONDS) : null;
  }

  private async isClosing(accountId: string): Promise<boolean> {
    const status = await this.accounts.status(accountId);
    return status === 'pending_closure' || status === 'closed';
  }

  private async begin(recharge: AutoRecharge, now: Date): Promise<Topup | null> {
    recharge.begin(newId('rcl'), now);
    const method = await this.methods.findDefault(recharge.accountId);
    if (!method) {
      await this.fail(recharge, {
        topup_id: null,
        failure_code: 'no_default_payment_method',
        failure_message: 'There is no default payment method to charge.',
        amount_cents: recharge.amountCents ?? 0,
      });
      return null;
    }
    const topup = Topup.begin(
      {
        accountId: recharge.accountId,
        operationId: recharge.operationId,
        idempotencyKey: recharge.operationId,
        amountCents: recharge.amountCents ?? 0,
        paymentMethodId: method.id,
        processorPaymentMethodId: method.processorPaymentMethodId,
        description: null,
        auto: true,
      },
      now,
    );
    await this.topups.add(topup);
    return topup;
  }

  /** Records the outcome of a settled top-up on the claim, and publishes it. */
  private async settle(recharge: AutoRecharge, topup: Topup): Promise<void> {
    const { id: topup_id, amountCents: amount_cents, transactionId: transaction_id, status } = topup;
    if (status !== 'succeeded') {
      const failure_code = topup.failureCode ?? 'card_declined';
      const failure_message = topup.failureMessage ?? 'The card was declined.';
      return this.fail(recharge, { topup_id, failure_code, failure_message, amount_cents });
    }
    if (transaction_id === null) throw new Error(`Top-up ${topup_id} succeeded without a transaction.`);
    recharge.succeed();
    const data = { topup_id, amount_cents, transaction_id };
    await this.events.publish({ type: 'billing.recharge.succeeded', accountId: recharge.accountId, data });
  }

  private async fail(recharge: AutoRecharge, failure: Failure): Promise<void> {
    recharge.fail(this.clock.now());
    const { accountId, failures: consecutive_failures, pausedUntil } = recharge;
    const data = { ...failure, consecutive_failures, paused_until: unixSecondsOrNull(pausedUntil) };
    await this.events.publish({ type: 'billing.recharge.failed', accountId, data });
  }
}
