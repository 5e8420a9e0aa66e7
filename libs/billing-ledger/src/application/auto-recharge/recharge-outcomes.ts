import { type Clock, type EventBus, unixSeconds } from '@trunkline/kernel';
import type { AutoRecharge } from '../../domain/auto-recharge/auto-recharge';
import type { Topup } from '../../domain/top-ups/topup';

interface Failure {
  readonly topupId: string | null;
  readonly amountCents: number;
  readonly code: string;
  readonly message: string;
}

const NO_CARD = {
  topupId: null,
  code: 'no_default_payment_method',
  message: 'There is no default payment method to charge.',
};

/** What an attempt came to, on the claim and as an event, in the transaction around it. */
export class RechargeOutcomes {
  constructor(
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /** Of a top-up that is settled. */
  async conclude(recharge: AutoRecharge, topup: Topup): Promise<void> {
    const { id: topupId, amountCents, failureCode, failureMessage } = topup;
    if (topup.status === 'succeeded') return this.succeed(recharge, topup);
    const [code, message] = [failureCode ?? 'card_declined', failureMessage ?? 'The card was declined.'];
    return this.fail(recharge, { topupId, amountCents, code, message });
  }

  /** There is no card to charge: an attempt like any other, that no processor hears of. */
  failWithoutCard(recharge: AutoRecharge): Promise<void> {
    return this.fail(recharge, { ...NO_CARD, amountCents: recharge.amountCents ?? 0 });
  }

  private async succeed(recharge: AutoRecharge, { id, amountCents, transactionId }: Topup): Promise<void> {
    recharge.succeed();
    const data = { topup_id: id, amount_cents: amountCents, transaction_id: transactionId ?? '' };
    await this.events.publish({ type: 'billing.recharge.succeeded', accountId: recharge.accountId, data });
  }

  private async fail(recharge: AutoRecharge, { topupId, amountCents, code, message }: Failure): Promise<void> {
    const { accountId } = recharge;
    recharge.fail(this.clock.now());
    const { failures, pausedUntil } = recharge;
    const failure = { topup_id: topupId, failure_code: code, failure_message: message };
    const standing = { consecutive_failures: failures, paused_until: pausedUntil && unixSeconds(pausedUntil) };
    const data = { ...failure, amount_cents: amountCents, ...standing };
    await this.events.publish({ type: 'billing.recharge.failed', accountId, data });
  }
}
