import { SANDBOX_PAYMENT_ACTIONS, type SandboxPaymentAction, TOPUP_MAX_CENTS } from '@trunkline/billing-ledger';
import { Cents, OneOf, Text } from '../../http';

const ACTION = { description: 'What happens.', values: SANDBOX_PAYMENT_ACTIONS, name: 'SandboxAction' };

export class ActOnSandboxPaymentBody {
  @OneOf(ACTION)
  action: SandboxPaymentAction;

  @Cents({
    description: 'Of a dispute or refund; left out, the whole payment.',
    example: 1000,
    min: 1,
    max: TOPUP_MAX_CENTS,
    optional: true,
  })
  amount_cents?: number;
}

export class SandboxPaymentActionDto {
  @Text({ description: "The payment, as its top-up's `processor_payment_intent_id`.", example: 'pi_sandbox0a1b2c' })
  processor_payment_intent_id: string;

  @OneOf(ACTION)
  action: string;
}
