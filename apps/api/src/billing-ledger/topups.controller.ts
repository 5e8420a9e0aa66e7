import { Readable } from 'node:stream';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { BillingQueries, Receipts, TopUpWallet } from '@trunkline/billing-ledger';
import type { Page, Principal } from '@trunkline/kernel';
import { Download, ListQuery, mapPage, Endpoint, OperationId, pageOfQuery, PathId, Who, Tag } from '../http';
import { CreateTopupDto, ListTopupsQuery, TopupDto, toTopupDto } from './topups.dto';

const PDF = 'application/pdf';

@Tag('Billing')
@Controller('v1/billing/topups')
export class TopupsController {
  constructor(
    private readonly topUpWallet: TopUpWallet,
    private readonly queries: BillingQueries,
    private readonly receipts: Receipts,
  ) {}

  @Post()
  @Endpoint({
    id: 'billing.topups.create',
    summary: 'Top up the balance',
    description:
      'Charges a saved card. `succeeded`: the balance was credited. `requires_action`: authenticate with `client_secret`. ' +
      '`processing`: the outcome is not known yet and settles automatically; read the top-up again. A declined top-up ' +
      'returns 402 and is listed as `failed`. To retry safely, repeat the request with the same `Idempotency-Key`. If a ' +
      'payment is later disputed or refunded at the processor, the balance is debited (`chargeback`, `refund`). In the ' +
      'sandbox, an operator authenticates with ' +
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
      amountCents: body.amountCents,
      paymentMethodId: body.paymentMethodId,
      description: body.description,
    };
    return toTopupDto(await this.topUpWallet.topUp(order), who);
  }

  @Get()
  @Endpoint({
    id: 'billing.topups.list',
    summary: 'List top-ups',
    description: 'Returns the top-ups of the account, those of auto-recharge included.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    page: TopupDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListTopupsQuery): Promise<Page<TopupDto>> {
    return mapPage(
      this.queries.listTopups(who.accountId, query.status ?? [], pageOfQuery(query, 'created_at')),
      (topup) => toTopupDto(topup, who),
    );
  }

  @Get(':id')
  @Endpoint({
    id: 'billing.topups.get',
    summary: 'Read a top-up',
    description: 'Returns the status of a top-up. The balance is credited when it is `succeeded`.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    answer: TopupDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<TopupDto> {
    return toTopupDto(await this.queries.getTopup(who.accountId, id), who);
  }

  @Get(':id/receipt')
  @Endpoint({
    id: 'billing.topups.downloadReceipt',
    summary: 'Download the receipt of a top-up',
    description:
      'Returns a PDF with the present billing details of the account. Returns 409 `invalid_state` for a top-up that has not ' +
      'succeeded: it has no receipt.',
    access: 'billing:read',
    credentials: ['session', 'key'],
    file: PDF,
    fails: ['invalid_state'],
  })
  async receipt(@Who() { accountId }: Principal, @PathId() id: string): Promise<Download> {
    const { fileName, content } = await this.receipts.document(accountId, id);
    return new Download(PDF, { fileName, content: Readable.from([content]) });
  }
}
