import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { invalidFields, type Page } from '@trunkline/kernel';
import { AddStock, ChangeStock, readStockCsv, STOCK_COLUMNS, StockQueries } from '@trunkline/numbering';
import { CsvBody, DeletedResourceDto, Endpoint, ListQuery, pageOfQuery, PathE164, Tag } from '../../http';
import { Operator } from '../operator.param';
import {
  AddedStockDto,
  AddStockBody,
  ChangeStockBody,
  ListStockQuery,
  stockItemsOf,
  StockNumberDto,
} from './stock.dto';

@Tag('Stock')
@Controller('operator/stock')
export class StockController {
  constructor(
    private readonly adding: AddStock,
    private readonly changes: ChangeStock,
    private readonly queries: StockQueries,
  ) {}

  @Get()
  @Endpoint({
    id: 'stock.list',
    summary: 'List the stock',
    description: "Returns the operator's own numbers, in the order of the numbers, by default from the last.",
    access: 'operator',
    page: StockNumberDto,
  })
  list(@ListQuery() query: ListStockQuery): Promise<Page<StockNumberDto>> {
    const { state, country, numberType, carrierId, q } = query;
    return this.queries.list({ state, country, numberType, carrierId, q }, pageOfQuery(query, 'e164'));
  }

  @Post()
  @Endpoint({
    id: 'stock.create',
    summary: 'Add numbers to the stock',
    description:
      'Adds single numbers and ranges, which customers can then buy like those of any supplier. JSON has up to 1,000 ' +
      'items, `text/csv` up to 32 MiB; together at most 1,000,000 numbers. What cannot be added is a fault, and all else is ' +
      'added. Repeating a request adds nothing twice. Audited as `stock.add`, per 2,000 numbers.',
    access: 'operator',
    answer: AddedStockDto,
    idempotency: 'operation',
    csv:
      `A first line with the names of the columns, in any order, of: ${STOCK_COLUMNS.join(', ')}. Required: \`e164\`, or ` +
      '`from` and `to`; `country`, `number_type`, `capabilities` (with blanks between them), `monthly_cents`, `setup_cents`.',
  })
  add(@Operator() operator: string, @Body() body: AddStockBody, @CsvBody() csv: Buffer | null): Promise<AddedStockDto> {
    if (csv === null && body.items === undefined) throw invalidFields({ items: 'is required' });
    return this.adding.add(operator, csv === null ? stockItemsOf(body) : readStockCsv(csv));
  }

  @Get(':e164')
  @Endpoint({
    id: 'stock.get',
    summary: 'Read a number of the stock',
    description: 'Returns the number with its state and terms.',
    access: 'operator',
    answer: StockNumberDto,
  })
  get(@PathE164() e164: string): Promise<StockNumberDto> {
    return this.queries.get(e164);
  }

  @Patch(':e164')
  @Endpoint({
    id: 'stock.update',
    summary: 'Update a number of the stock',
    description:
      'New terms apply to the next sale; a number that is sold keeps its price. `carrier_id` takes effect with the next call. ' +
      'Audited as `stock.change`, with the changes.',
    access: 'operator',
    answer: StockNumberDto,
    ifMatch: 'get',
    fails: ['invalid_state'],
  })
  change(
    @PathE164() e164: string,
    @Operator() operator: string,
    @Body() body: ChangeStockBody,
  ): Promise<StockNumberDto> {
    return this.changes.update({ operator, e164 }, body);
  }

  @Delete(':e164')
  @Endpoint({
    id: 'stock.delete',
    summary: 'Delete a number from the stock',
    description:
      'Returns 409 for a number that is reserved or sold. Audited as `stock.delete`, with the previous values. `id` is the number.',
    access: 'operator',
    answer: DeletedResourceDto,
    fails: ['invalid_state'],
  })
  async remove(@Operator() operator: string, @PathE164() e164: string): Promise<DeletedResourceDto> {
    await this.changes.remove({ operator, e164 });
    return { id: e164, deleted: true };
  }
}
