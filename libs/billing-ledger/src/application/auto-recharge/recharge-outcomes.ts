import { type Clock, type EventBus, unixSecondsOrNull } from '@trunkline/kernel';
import type { AutoRecharge } from '../../domain/auto-recharge';
import type { Topup } from '../../domain/topup';

interface Failure {
  readonly topupId: string | null;
  readonly amountCents: number;
  readonly code: string;
  readonly message: string;
}

/** Records the outcome of an attempt on its claim and publishes it, in the transaction around the call. */
export class RechargeOutcomes {
  constructor(
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Records the outcome of a settled top-up. */
  async record(recharge: AutoRecharge, topup: Topup): Promise<void> {
    if (topup.status === 'succeeded') return this.succeed(recharge, topup);
    return this.fail(recharge, {
      topupId: topup.id,
      amountCents: topup.amountCents,
      code: topup.failureCode ?? 'card_declined',
      message: topup.failureMessage ?? 'The card was declined.',
    });
  }

  /** Records a failed attempt without a top-up: the account has no default card. */
  recordMissingCard(recharge: AutoRecharge): Promise<void> {
    return this.fail(recharge, {
      topupId: null,
      amountCents: recharge.amountCents ?? 0,
      code: 'no_default_payment_method',
      message: 'There is no default payment method to charge.',
    });
  }

  private async succeed(recharge: AutoRecharge, { id, amountCents, transactionId }: Topup): Promise<void> {
    if (transactionId === null) throw new Error(`Top-up ${id} succeeded without a transaction.`);
    recharge.succeed();
    const data = { topup_id: id, amount_cents: amountCents, transaction_id: transactionId };
    await this.events.publish({ type: 'billing.recharge.succeeded', accountId: recharge.accountId, data });
  }

  private async fail(recharge: AutoRecharge, { topupId, amountCents, code, message }: Failure): Promise<void> {
    recharge.fail(this.clock.now());
    const { accountId, failures, pausedUntil } = recharge;
    const data = {
      topup_id: topupId,
      failure_code: code,
      failure_message: message,
      amount_cents: amountCents,
      consecutive_failures: failures,
      paused_until: unixSecondsOrNull(pausedUntil),
    };
    await this.events.publish({ type: 'billing.recharge.failed', accountId, data });
  }
}
