import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { BillingQueries, CardSetups, PaymentMethods } from '@trunkline/billing-ledger';
import type { Page, Principal } from '@trunkline/kernel';
import {
  ListQuery,
  Endpoint,
  IfMatch,
  OperationId,
  pageOfQuery,
  PageQuery,
  PathId,
  Precondition,
  Who,
  Tag,
} from '../http';
import {
  AddPaymentMethodDto,
  CardSetupDto,
  ChangePaymentMethodDto,
  PaymentMethodDto,
  RemovedPaymentMethodDto,
} from './payment-methods.dto';

const TEST_CARDS =
  "The sandbox supports the processor's test payment methods. `pm_card_visa`, `pm_card_mastercard`, `pm_card_amex`, …: " +
  'charges succeed. `pm_card_authenticationRequired`: the customer must authenticate. `pm_card_chargeCustomerFail`: saved, ' +
  'but every charge is declined. `pm_card_createDispute`: charges succeed and are disputed. `pm_card_chargeDeclined` and ' +
  'similar: declined when saved.';

@Tag('Billing')
@Controller('v1/billing/payment-methods')
export class PaymentMethodsController {
  constructor(
    private readonly methods: PaymentMethods,
    private readonly setups: CardSetups,
    private readonly queries: BillingQueries,
  ) {}

  @Post('setup')
  @Endpoint({
    id: 'billing.paymentMethods.startSetup',
    summary: 'Start card setup',
    description:
      "Returns the parameters that the processor's browser SDK needs to collect a card; card data never reaches this API. " +
      'Save the result with POST /v1/billing/payment-methods before `expires_at`, when the setup is cancelled.',
    access: 'billing:write',
    credentials: ['session'],
    answer: CardSetupDto,
    fails: ['processor_error'],
    idempotency: 'operation',
    allowed: { suspended: true },
  })
  setUp(@Who() { accountId }: Principal, @OperationId() operationId: string): Promise<CardSetupDto> {
    return this.setups.open({ accountId, operationId });
  }

  @Post()
  @Endpoint({
    id: 'billing.paymentMethods.create',
    summary: 'Save a payment method',
    description: TEST_CARDS,
    access: 'billing:write',
    credentials: ['session'],
    answer: PaymentMethodDto,
    fails: ['payment_method_declined', 'payment_method_exists', 'processor_error'],
    idempotency: 'operation',
    allowed: { suspended: true },
  })
  add(
    @Who() { accountId }: Principal,
    @OperationId() operationId: string,
    @Body() body: AddPaymentMethodDto,
  ): Promise<PaymentMethodDto> {
    const { processorPaymentMethodId, setDefault } = body;
    return this.methods.add({ accountId, operationId, processorPaymentMethodId, setDefault });
  }

  @Get()
  @Endpoint({
    id: 'billing.paymentMethods.list',
    summary: 'List payment methods',
    description: 'Returns the saved cards of the account, without their numbers.',
    access: 'billing:read',
    page: PaymentMethodDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: PageQuery): Promise<Page<PaymentMethodDto>> {
    return this.queries.listPaymentMethods(accountId, pageOfQuery(query, 'created_at'));
  }

  @Patch(':id')
  @Endpoint({
    id: 'billing.paymentMethods.update',
    summary: 'Set the default payment method',
    description:
      'Auto-recharge and top-ups without `payment_method_id` charge the default payment method. The previous default stays saved.',
    access: 'billing:write',
    credentials: ['session'],
    answer: PaymentMethodDto,
    ifMatch: null,
    allowed: { suspended: true },
  })
  async change(
    @Who() { accountId }: Principal,
    @PathId() id: string,
    @Body() _body: ChangePaymentMethodDto,
    @IfMatch() precondition: Precondition,
  ): Promise<PaymentMethodDto> {
    await precondition.holds([PaymentMethodDto, () => this.queries.getPaymentMethod(accountId, id)]);
    return this.methods.makeDefault(accountId, id);
  }

  @Delete(':id')
  @Endpoint({
    id: 'billing.paymentMethods.delete',
    summary: 'Remove a payment method',
    description:
      'Removing the default leaves no default until you set another. Returns 409 for the default while auto-recharge is enabled.',
    access: 'billing:write',
    credentials: ['session'],
    answer: RemovedPaymentMethodDto,
    fails: ['payment_method_in_use'],
    allowed: { suspended: true },
  })
  async remove(@Who() who: Principal, @PathId() id: string): Promise<RemovedPaymentMethodDto> {
    await this.methods.remove(who.accountId, id);
    return { id, deleted: true };
  }
}
