import { Body, Controller, Inject, Post } from '@nestjs/common';
import {
  SandboxPayments,
  SANDBOX_PAYMENT_ACTIONS,
  type SandboxPaymentAction,
  TOPUP_MAX_CENTS,
} from '@trunkline/billing-ledger';
import { CommonErrors } from '@trunkline/kernel';
import { AuditTrail, Settings } from '@trunkline/platform';
import { Endpoint, PathId, Tag, Cents, OneOf, Text } from '../../http';
import { Operator } from '../operator.param';

const ACTION = { description: 'Action to simulate.', values: SANDBOX_PAYMENT_ACTIONS, name: 'SandboxAction' };

class ActOnSandboxPaymentBody {
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

class SandboxPaymentActionDto {
  @Text({ description: 'Payment ID: the `processor_payment_intent_id` of the top-up.', example: 'pi_sandbox0a1b2c' })
  processorPaymentIntentId: string;

  @OneOf(ACTION)
  action: string;
}

const DESCRIPTION =
  'Simulates actions of customers, banks and the processor. `authenticate` and `fail_authentication`: the customer of a ' +
  'top-up with status `requires_action`, as in a browser with its `client_secret`; `dispute`, `win_dispute`, ' +
  '`lose_dispute`; `refund`: a refund at the processor. The callback arrives within seconds while a worker runs. Returns ' +
  '404 unless every third party is a sandbox.';

@Tag('Sandbox')
@Controller('operator/sandbox/payments')
export class SandboxPaymentsController {
  constructor(
    private readonly settings: Settings,
    /** Null when the settings choose another card processor. */
    @Inject(SandboxPayments) private readonly payments: SandboxPayments | null,
    private readonly audit: AuditTrail,
  ) {}

  @Post(':id/actions')
  @Endpoint({
    id: 'sandbox.payments.simulate',
    summary: 'Simulate a payment action',
    description: DESCRIPTION,
    access: 'operator',
    answer: SandboxPaymentActionDto,
    status: 200,
    fails: ['invalid_state'],
    idempotency: 'operation',
  })
  async act(
    @Operator() actor: string,
    @PathId() intentId: string,
    @Body() { action, amountCents }: ActOnSandboxPaymentBody,
  ): Promise<SandboxPaymentActionDto> {
    if (!this.settings.isSandbox || !this.payments) throw CommonErrors.not_found();
    await this.payments.act({ intentId, action, ...(amountCents !== undefined && { amountCents }) });
    await this.audit.record({ actor, action: 'sandbox.payment', subject: intentId, after: { action } });
    return { processorPaymentIntentId: intentId, action };
  }
}
