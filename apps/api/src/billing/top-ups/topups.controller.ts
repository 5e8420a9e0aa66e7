import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { BillingQueries, TopUpWallet } from '@trunkline/billing-ledger';
import type { Principal } from '@trunkline/kernel';
import { Cursors, Endpoint, OperationId, type PageAnswer, pageOfDto, PathId, Who, Tag } from '../../http';
import { CreateTopupDto, ListTopupsQuery, TopupDto, toTopupDto } from './topups.dto';

@Tag('Billing')
@Controller('v1/billing/topups')
export class TopupsController {
  constructor(
    private readonly topUpWallet: TopUpWallet,
    private readonly queries: BillingQueries,
    private readonly cursors: Cursors,
  ) {}

  @Post()
  @Endpoint({
    id: 'billing.topups.create',
    summary: 'Top up the balance',
    description:
      'Charges a saved card. With status `succeeded` the balance has been credited. `requires_action`: authenticate with ' +
      '`client_secret`. `processing`: the outcome is not known yet; it is settled by itself, read the top-up to learn it. ' +
      'A declined top-up answers 402 and is listed as `failed`. Send an Idempotency-Key: repeating the request under it ' +
      'never charges twice. A payment that is disputed or given back at the processor later takes the money out of the ' +
      'balance again (`chargeback`, `refund`). In the sandbox an operator authenticates: ' +
      'POST /operator/sandbox/payments/{processor_payment_intent_id}/actions.',
    access: 'billing:write',
    answer: TopupDto,
    fails: ['payment_declined', 'no_default_payment_method'],
    idempotency: 'operation',
    allowed: { suspended: true },
  })
  async create(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() body: CreateTopupDto,
  ): Promise<TopupDto> {
    const order = {
      accountId: who.accountId,
      operationId,
      amountCents: body.amount_cents,
      paymentMethodId: body.payment_method_id,
      description: body.description,
    };
    return toTopupDto(await this.topUpWallet.execute(order), who);
  }

  @Get()
  @Endpoint({
    id: 'billing.topups.list',
    summary: 'List top-ups',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: pageOfDto(TopupDto),
  })
  list(@Who() who: Principal, @Query() query: ListTopupsQuery): Promise<PageAnswer<TopupDto>> {
    return this.cursors.page(
      { query, accountId: who.accountId, sort: 'created_at' },
      (page) => this.queries.listTopups(who.accountId, query.status ?? [], page),
      (topup) => toTopupDto(topup, who),
    );
  }

  @Get(':id')
  @Endpoint({
    id: 'billing.topups.get',
    summary: 'Read a top-up',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: TopupDto,
    fails: ['not_found'],
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<TopupDto> {
    return toTopupDto(await this.queries.getTopup(who.accountId, id), who);
  }
}
