import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { CheckoutQueries } from '@trunkline/numbering';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, PathId, Who, Tag, timeOf } from '../../http';
import { CheckoutOutcomeDto, ListCheckoutsQuery, toCheckoutOutcomeDto } from './checkouts.dto';

@Tag('Cart and checkout')
@Controller('v1/checkouts')
export class CheckoutsController {
  constructor(
    private readonly checkouts: CheckoutQueries,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'checkouts.list',
    summary: 'List checkouts',
    description: 'Lists completed checkouts, newest first.',
    access: 'numbers:read',
    answer: pageOfDto(CheckoutOutcomeDto),
  })
  list(@Who() { accountId }: Principal, @Query() query: ListCheckoutsQuery): Promise<PageAnswer<CheckoutOutcomeDto>> {
    const filters = { status: query.status, from: timeOf(query.from), to: timeOf(query.to) };
    return this.cursors.page(
      { query, scope: accountId, sort: 'created_at' },
      (page) => this.checkouts.list(accountId, filters, page),
      toCheckoutOutcomeDto,
    );
  }

  @Get(':id')
  @Endpoint({
    id: 'checkouts.get',
    summary: 'Read a checkout',
    description: 'Returns 409 while the outcome of an order is unknown.',
    access: 'numbers:read',
    answer: CheckoutOutcomeDto,
    fails: ['checkout_in_progress'],
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<CheckoutOutcomeDto> {
    return toCheckoutOutcomeDto(await this.checkouts.get(accountId, id));
  }
}
