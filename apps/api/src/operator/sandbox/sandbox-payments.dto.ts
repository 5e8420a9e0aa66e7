import { SANDBOX_PAYMENT_ACTIONS, type SandboxPaymentAction, TOPUP_MAX_CENTS } from '@trunkline/billing-ledger';
import { Cents, OneOf, Text } from '../../http';

const ACTION = { description: 'Action to simulate.', values: SANDBOX_PAYMENT_ACTIONS, name: 'SandboxAction' };

export class ActOnSandboxPaymentBody {
  @OneOf(ACTION)
  action: SandboxPaymentAction;

  @Cents({
    description: 'Amount of a dispute or refund, in cents. Defaults to the whole payment.',
    example: 1000,
    min: 1,
    max: TOPUP_MAX_CENTS,
    optional: true,
  })
  amountCents?: number;
}

export class SandboxPaymentActionDto {
  @Text({ description: 'Payment ID: the `processor_payment_intent_id` of the top-up.', example: 'pi_sandbox0a1b2c' })
  processorPaymentIntentId: string;

  @OneOf(ACTION)
  action: string;
}
