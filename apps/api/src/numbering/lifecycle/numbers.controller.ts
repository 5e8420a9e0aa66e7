import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ActorNames, type Page, type Principal } from '@trunkline/kernel';
import { actorOf, NumberQueries, Numbers, OrderNumber, OrderQueries } from '@trunkline/numbering';
import { RouteWarnings } from '@trunkline/voice-routing';
import {
  type Download,
  filtersIn,
  ListQuery,
  mapPage,
  Endpoint,
  IfMatch,
  OperationId,
  pageOfQuery,
  pageOrCsv,
  PathE164,
  type Precondition,
  Who,
  Tag,
} from '../../http';
import { ChangeNumberDto, ListHistoryQuery, NumberHistoryDto, routeChangeOf, RouteManyDto } from './number-changes.dto';
import { RoutedNumbersDto, setRouteOf, toRoutedNumbersDto } from './number-routes.dto';
import { OrderNumberDto, orderRequestOf, PlacedOrderDto, toPlacedOrderDto } from '../number-orders.dto';
import { CountNumbersQuery, NumberCountDto } from './number-count.dto';
import { ListNumbersQuery, NumberDto, toNumberDto } from './numbers.dto';

@Tag('Numbers')
@Controller('v1/numbers')
export class NumbersController {
  constructor(
    private readonly orderNumber: OrderNumber,
    private readonly numbers: Numbers,
    private readonly queries: NumberQueries,
    private readonly orders: OrderQueries,
    private readonly warnings: RouteWarnings,
    private readonly names: ActorNames,
  ) {}

  @Get()
  @Endpoint({
    id: 'numbers.list',
    summary: 'List numbers',
    description:
      'Released numbers are included only with `status=released`. `format=csv` returns all that match in one file; `limit` does ' +
      'not apply then.',
    access: 'numbers:read',
    page: NumberDto,
    isAlsoCsv: true,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListNumbersQuery): Promise<Page<NumberDto> | Download> {
    const { format, ...filters } = filtersIn(query);
    const file = { format, type: NumberDto, fileName: 'numbers.csv' };
    return pageOrCsv(file, pageOfQuery(query, query.sort ?? 'assigned_at'), (page) =>
      mapPage(this.queries.list(accountId, filters, page), toNumberDto),
    );
  }

  @Post()
  @Endpoint({
    id: 'numbers.order',
    summary: 'Order a number',
    description:
      'Orders a specific search result (`select_token`), or any number of a country, type and area. The setup fee and the ' +
      'first month are charged on purchase, including for numbers that still need documents. `pending` means that the ' +
      'supplier has not confirmed the order yet; it settles automatically within 15 minutes. To retry safely, repeat the request with ' +
      'the same `Idempotency-Key`.',
    access: 'numbers:write',
    answer: PlacedOrderDto,
    fails: [
      'insufficient_balance',
      'manual_review_required',
      'number_unavailable',
      'trunk_not_active',
      'routing_profile_not_active',
      'compliance_bundle_mismatch',
      'compliance_bundle_not_usable',
      'select_token_expired',
      'country_not_supported',
      'supplier_error',
      'supplier_unavailable',
      'supplier_timeout',
    ],
    idempotency: 'operation',
    limit: 'orders',
    isOrder: true,
  })
  async order(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() body: OrderNumberDto,
  ): Promise<PlacedOrderDto> {
    const { id } = await this.orderNumber.order(orderRequestOf(who, operationId, body));
    return toPlacedOrderDto(await this.orders.placed(who.accountId, id));
  }

  @Post('routing')
  @Endpoint({
    id: 'numbers.routeMany',
    summary: 'Route several numbers',
    description:
      'Returns the outcome of each number. An inactive or unknown target rejects the whole request. `warnings` say why calls ' +
      'over the route would fail at the moment.',
    access: 'numbers:write',
    status: 200,
    answer: RoutedNumbersDto,
    fails: ['trunk_not_active', 'routing_profile_not_active'],
  })
  async routeMany(@Who() who: Principal, @Body() body: RouteManyDto): Promise<RoutedNumbersDto> {
    const refs = { accountId: who.accountId, actor: actorOf(who) };
    const change = routeChangeOf(body);
    const routed = await this.numbers.routeMany(refs, body.e164s, change);
    return toRoutedNumbersDto(routed, await this.warnings.of(who.accountId, setRouteOf(change)));
  }

  @Get('count')
  @Endpoint({
    id: 'numbers.count.get',
    summary: 'Count numbers',
    description:
      'Counts the numbers that match, such as for the `expected_count` of a [job](#operation/numbers.jobs.create). Released numbers ' +
      'are included only with `status=released`.',
    access: 'numbers:read',
    answer: NumberCountDto,
  })
  async count(
    @Who() { accountId }: Principal,
    @Query() { states, ...filters }: CountNumbersQuery,
  ): Promise<NumberCountDto> {
    const count = await this.queries.count(accountId, filters);
    return states ? { count, states: await this.queries.countStates(accountId) } : { count };
  }

  @Get(':e164')
  @Endpoint({
    id: 'numbers.get',
    summary: 'Read a number',
    description: 'Returns a number of the account with its status, routing and monthly charge.',
    access: 'numbers:read',
    answer: NumberDto,
  })
  async get(@Who() { accountId }: Principal, @PathE164() e164: string): Promise<NumberDto> {
    return toNumberDto(await this.queries.get(accountId, e164));
  }

  @Patch(':e164')
  @Endpoint({
    id: 'numbers.update',
    summary: 'Update a number',
    description:
      'Changes the label, the tags, the notes, the locks, or where received messages are sent. A number that was released is ' +
      '409 `invalid_state`.',
    access: 'numbers:write',
    answer: NumberDto,
    ifMatch: null,
    fails: ['invalid_state', 'url_not_allowed'],
    idempotency: 'operation',
  })
  async change(
    @Who() who: Principal,
    @PathE164() e164: string,
    @Body() body: ChangeNumberDto,
    @IfMatch() precondition: Precondition,
  ): Promise<NumberDto> {
    const ref = { accountId: who.accountId, e164, actor: actorOf(who) };
    const assertCurrent = () => precondition.holds([NumberDto, () => this.get(who, e164)]);
    await this.numbers.change(ref, body, assertCurrent);
    return this.get(who, e164);
  }

  @Get(':e164/history')
  @Endpoint({
    id: 'numbers.history.list',
    summary: 'List the history of a number',
    description: 'Newest first.',
    access: 'numbers:read',
    page: NumberHistoryDto,
  })
  async history(
    @Who() { accountId }: Principal,
    @PathE164() e164: string,
    @ListQuery() query: ListHistoryQuery,
  ): Promise<Page<NumberHistoryDto>> {
    const page = await this.queries.history(accountId, e164, pageOfQuery(query, 'at'));
    return this.names.named(accountId, page);
  }
}
