import { Controller, Get, Post, Query } from '@nestjs/common';
import type { Principal } from '@trunkline/kernel';
import { actorOf, CancelOrder, NumberQueries } from '@trunkline/numbering';
import { Cursors, Endpoint, type PageAnswer, pageOfDto, PathId, Who, Tag } from '../../http';
import { ListOrdersQuery, NumberOrderDto, toNumberOrderDto } from './number-orders.dto';
import { timeOf } from '../lifecycle/numbers.dto';

@Tag('Numbers')
@Controller('v1/number-orders')
export class NumberOrdersController {
  constructor(
    private readonly queries: NumberQueries,
    private readonly cancelOrder: CancelOrder,
    private readonly cursors: Cursors,
  ) {}

  @Get()
  @Endpoint({
    id: 'numberOrders.list',
    summary: 'List number orders',
    access: 'numbers:read',
    answer: pageOfDto(NumberOrderDto),
  })
  list(@Who() { accountId }: Principal, @Query() query: ListOrdersQuery): Promise<PageAnswer<NumberOrderDto>> {
    const { status, country, from, to } = query;
    const filters = { status, country, from: timeOf(from), to: timeOf(to) };
    return this.cursors.page(
      { query, accountId, sort: 'created_at' },
      (page) => this.queries.listOrders(accountId, filters, page),
      toNumberOrderDto,
    );
  }

  @Get(':id')
  @Endpoint({
    id: 'numberOrders.get',
    summary: 'Read a number order',
    access: 'numbers:read',
    answer: NumberOrderDto,
    fails: ['not_found'],
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<NumberOrderDto> {
    return toNumberOrderDto(await this.queries.getOrder(accountId, id));
  }

  @Post(':id/cancel')
  @Endpoint({
    id: 'numberOrders.cancel',
    summary: 'Cancel a number order',
    description:
      'Before its number works. What was charged is refunded. One that waits for documents is cancelled by itself after ' +
      '30 days without them. A number that is locked against release stays until `deletion_lock` is cleared.',
    access: 'numbers:write',
    status: 200,
    answer: NumberOrderDto,
    fails: ['not_found', 'invalid_state', 'number_locked'],
  })
  async cancel(@Who() who: Principal, @PathId() id: string): Promise<NumberOrderDto> {
    await this.cancelOrder.execute(who.accountId, id, actorOf(who));
    return this.get(who, id);
  }
}
