import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { NumberPrices, PriceRules } from '@trunkline/numbering';
import { DeletedResourceDto, Endpoint, given, ListQuery, mapPage, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import {
  CreateNumberPriceBody,
  ListNumberPricesQuery,
  NumberPriceDto,
  PreviewNumberPriceBody,
  priceRuleOf,
  RulePreviewDto,
  toNumberPriceDto,
} from './number-prices.dto';

@Tag('Number prices')
@Controller('operator/number-prices')
export class NumberPricesController {
  constructor(
    private readonly prices: NumberPrices,
    private readonly rules: PriceRules,
  ) {}

  @Get()
  @Endpoint({
    id: 'numberPrices.list',
    summary: 'List rules of number prices',
    description: 'Newest first by default.',
    access: 'operator',
    page: NumberPriceDto,
  })
  list(@ListQuery() query: ListNumberPricesQuery): Promise<Page<NumberPriceDto>> {
    const { accountId, supplier, country, numberType, replaced: isReplaced } = query;
    const filters = given({ accountId, supplier, country, numberType, isReplaced });
    return mapPage(this.rules.list(filters, pageOfQuery(query, 'created_at')), toNumberPriceDto);
  }

  @Post()
  @Endpoint({
    id: 'numberPrices.create',
    summary: 'Create a rule of number prices',
    description:
      'Numbers are sold at the cost, increased by `markup_pct`, rounded up to whole cents, plus the addition, and at least at the minimum. Of the rules ' +
      'that match a number, the most specific one holds: a rule of its account before one of its supplier, its country, its ' +
      'type. A rule replaces the earlier one for the same numbers. It holds from the next search, and for carts and ' +
      'checkouts; sold numbers keep their price. Without a rule, the price is the cost. Audited as `number_price.create`.',
    access: 'operator',
    answer: NumberPriceDto,
    fails: ['conflict'],
  })
  async create(@Operator() operator: string, @Body() body: CreateNumberPriceBody): Promise<NumberPriceDto> {
    return toNumberPriceDto(await this.prices.create(operator, priceRuleOf(body)));
  }

  @Post('preview')
  @Endpoint({
    id: 'numberPrices.preview',
    summary: 'Preview a rule of number prices',
    description: 'Compares the prices with and without a rule, which is not created.',
    access: 'operator',
    status: 200,
    answer: RulePreviewDto,
  })
  preview(@Body() body: PreviewNumberPriceBody): Promise<RulePreviewDto> {
    return this.prices.preview(priceRuleOf(body));
  }

  @Get(':id')
  @Endpoint({
    id: 'numberPrices.get',
    summary: 'Read a rule of number prices',
    description: 'Returns the rule, and when a later one replaces it.',
    access: 'operator',
    answer: NumberPriceDto,
  })
  async get(@PathId() id: string): Promise<NumberPriceDto> {
    return toNumberPriceDto(await this.rules.get(id));
  }

  @Delete(':id')
  @Endpoint({
    id: 'numberPrices.delete',
    summary: 'Delete a rule of number prices',
    description:
      'The rule that it replaced holds again from the next search. Sold numbers keep their price. Audited as `number_price.delete`, ' +
      'with the previous values.',
    access: 'operator',
    answer: DeletedResourceDto,
  })
  async remove(@Operator() operator: string, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.prices.remove(operator, id);
    return { id, deleted: true };
  }
}
