import { Controller, Get } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { CheckoutQueries } from '@trunkline/numbering';
import { filtersIn, ListQuery, mapPage, Endpoint, pageOfQuery, PathId, Who, Tag } from '../../http';
import { CheckoutOutcomeDto, ListCheckoutsQuery, toCheckoutOutcomeDto } from './checkouts.dto';

@Tag('Cart and checkout')
@Controller('v1/checkouts')
export class CheckoutsController {
  constructor(private readonly checkouts: CheckoutQueries) {}

  @Get()
  @Endpoint({
    id: 'checkouts.list',
    summary: 'List checkouts',
    description: 'Lists completed checkouts, newest first.',
    access: 'numbers:read',
    page: CheckoutOutcomeDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListCheckoutsQuery): Promise<Page<CheckoutOutcomeDto>> {
    return mapPage(
      this.checkouts.list(accountId, filtersIn(query), pageOfQuery(query, 'created_at')),
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
