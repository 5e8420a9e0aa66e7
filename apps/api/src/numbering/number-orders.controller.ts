import { Controller, Get, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { actorOf, CancelOrder, OrderQueries } from '@trunkline/numbering';
import { filtersIn, ListQuery, mapPage, Endpoint, pageOfQuery, PathId, Who, Tag } from '../http';
import { ListOrdersQuery, NumberOrderDto, toNumberOrderDto } from './number-orders.dto';

@Tag('Numbers')
@Controller('v1/number-orders')
export class NumberOrdersController {
  constructor(
    private readonly queries: OrderQueries,
    private readonly cancelOrder: CancelOrder,
  ) {}

  @Get()
  @Endpoint({
    id: 'numberOrders.list',
    summary: 'List number orders',
    description: 'Newest first.',
    access: 'numbers:read',
    page: NumberOrderDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListOrdersQuery): Promise<Page<NumberOrderDto>> {
    return mapPage(this.queries.list(accountId, filtersIn(query), pageOfQuery(query, 'created_at')), toNumberOrderDto);
  }

  @Get(':id')
  @Endpoint({
    id: 'numberOrders.get',
    summary: 'Read a number order',
    description:
      'Returns an order with its status. A `pending` order settles automatically once the supplier has confirmed or rejected it.',
    access: 'numbers:read',
    answer: NumberOrderDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<NumberOrderDto> {
    return toNumberOrderDto(await this.queries.get(accountId, id));
  }

  @Post(':id/cancel')
  @Endpoint({
    id: 'numberOrders.cancel',
    summary: 'Cancel a number order',
    description:
      'Cancels an order whose number is not active yet, and refunds its charges. Orders without the required documents ' +
      'are cancelled automatically after 30 days. A pending order of a checkout can be cancelled when the checkout has ended. To cancel the order of a locked number, clear `deletion_lock` first.',
    access: 'numbers:write',
    status: 200,
    answer: NumberOrderDto,
    fails: ['invalid_state', 'number_locked'],
  })
  async cancel(@Who() who: Principal, @PathId() id: string): Promise<NumberOrderDto> {
    await this.cancelOrder.cancel(who.accountId, id, actorOf(who));
    return this.get(who, id);
  }
}
