import { Controller, Get } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { PriceReports } from '@trunkline/numbering';
import { Cents, E164, Endpoint, Id, ListQuery, PageQuery, pageOfQuery, Tag, Text } from '../../http';
import { NumberTypeField, SoldCountry } from '../../numbering/lifecycle/number-fields';

export class NumberBelowCostDto {
  @Id({ description: 'ID of the number.', prefix: 'num' })
  id: string;

  @E164({ description: 'The number.', example: '+12125550123' })
  e164: string;

  @Id({ description: 'Account of the number.', prefix: 'acc' })
  accountId: string;

  @Text({ description: 'Supplier of the number.', example: 'didww' })
  supplier: string;

  @SoldCountry()
  country: string;

  @NumberTypeField()
  numberType: string;

  @Cents({ description: 'What the customer pays a month.', example: 100 })
  monthlyPriceCents: number;

  @Cents({ description: 'What the supplier charges a month, as of the purchase.', example: 120 })
  monthlyCostCents: number;
}

export class ListBelowCostQuery extends PageQuery {}

@Tag('Number prices')
@Controller('operator/reports/numbers-below-cost')
export class BelowCostController {
  constructor(private readonly reports: PriceReports) {}

  @Get()
  @Endpoint({
    id: 'reports.numbersBelowCost.list',
    summary: 'List numbers that are sold below cost',
    description:
      'Returns the live numbers of all accounts whose monthly price is lower than what their supplier charges a month.',
    access: 'operator',
    page: NumberBelowCostDto,
  })
  list(@ListQuery() query: ListBelowCostQuery): Promise<Page<NumberBelowCostDto>> {
    return this.reports.listBelowCost(pageOfQuery(query, 'id', 'asc'));
  }
}
