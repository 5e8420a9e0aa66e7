import { type Clock, CommonErrors, invalidFields } from '@trunkline/kernel';
import type { SandboxCharge, SandboxCharges, SandboxDecision, SandboxDispute } from './sandbox-charges';
import { SandboxEvents } from './sandbox-events';
import { sandboxId } from './sandbox-secrets';

/** Actions of customers, banks and the processor's staff on a charge. */
export const SANDBOX_PAYMENT_ACTIONS = [
  'authenticate',
  'fail_authentication',
  'dispute',
  'win_dispute',
  'lose_dispute',
  'refund',
] as const;
export type SandboxPaymentAction = (typeof SANDBOX_PAYMENT_ACTIONS)[number];

export interface SandboxPaymentOrder {
  readonly intentId: string;
  readonly action: SandboxPaymentAction;
  /** Amount of a dispute or refund; defaults to the charge. */
  readonly amountCents?: number;
}

const AUTHENTICATED: SandboxDecision = { status: 'succeeded', failureCode: null, failureMessage: null };
const NOT_AUTHENTICATED: SandboxDecision = {
  status: 'failed',
  failureCode: 'payment_intent_authentication_failure',
  failureMessage: 'The customer did not authenticate the payment.',
};

/** Performs actions on the sandbox's charges. Billing learns of them by callback, as with a real processor. */
export class SandboxPayments {
  private readonly events: SandboxEvents;

  constructor(
    private readonly charges: SandboxCharges,
    private readonly clock: Clock,
  ) {
    this.events = new SandboxEvents(clock);
  }

  /** Throws not_found for an unknown charge, and invalid_state for an action that is not possible now. */
  async act({ intentId, action, amountCents }: SandboxPaymentOrder): Promise<void> {
    const charge = await this.charges.findByIntent(intentId);
    if (!charge) throw CommonErrors.not_found();
    const cents = amountCents ?? charge.amountCents;
    if (cents > charge.amountCents)
      throw invalidFields({ amount_cents: `must be at most ${charge.amountCents}, the amount of the charge` });
    const isDone = await this.perform(charge, action, cents);
    if (!isDone)
      throw CommonErrors.invalid_state({ message: `This charge cannot ${action.replaceAll('_', ' ')} now.` });
  }

  private perform(charge: SandboxCharge, action: SandboxPaymentAction, cents: number): Promise<boolean> {
    switch (action) {
      case 'authenticate':
        return this.decide(charge, AUTHENTICATED);
      case 'fail_authentication':
        return this.decide(charge, NOT_AUTHENTICATED);
      case 'dispute':
        return this.dispute(charge, cents);
      case 'win_dispute':
        return this.closeDispute(charge, 'won');
      case 'lose_dispute':
        return this.closeDispute(charge, 'lost');
      case 'refund':
        return this.refund(charge, cents);
    }
  }

  private decide(charge: SandboxCharge, decision: SandboxDecision): Promise<boolean> {
    const event = this.events.ofCharge({ ...charge, ...decision });
    return this.charges.decide(charge.intentId, decision, event);
  }

  private async dispute(charge: SandboxCharge, amountCents: number): Promise<boolean> {
    if (charge.status !== 'succeeded') return false;
    const ids = { disputeId: sandboxId('dp'), intentId: charge.intentId };
    const dispute = { ...ids, amountCents, status: 'needs_response', createdAt: this.clock.now() } as const;
    return this.charges.dispute(dispute, this.events.ofDispute(charge, dispute, 'created'));
  }

  private async closeDispute(charge: SandboxCharge, status: SandboxDispute['status']): Promise<boolean> {
    const open = await this.charges.findDispute(charge.intentId);
    if (!open) return false;
    const dispute = { ...open, status };
    const moments = status === 'won' ? ['funds_reinstated', 'closed'] : ['closed'];
    return this.charges.closeDispute(
      dispute,
      moments.map((moment) => this.events.ofDispute(charge, dispute, moment)),
    );
  }

  private async refund(charge: SandboxCharge, amountCents: number): Promise<boolean> {
    if (charge.status !== 'succeeded') return false;
    const { intentId } = charge;
    const createdAt = this.clock.now();
    const refund = { refundId: sandboxId('re'), intentId, idempotencyKey: null, amountCents, createdAt };
    return (await this.charges.refundOnce(refund, this.events.ofRefund(charge, refund))) !== null;
  }
}
