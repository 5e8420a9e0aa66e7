import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import type { Page } from '@trunkline/kernel';
import { RepricingRepository, Repricings } from '@trunkline/numbering';
import { Endpoint, ListQuery, mapPage, PageQuery, pageOfQuery, PathId, Tag } from '../../http';
import { Operator } from '../operator.param';
import {
  PreviewRepricingBody,
  RepricingDto,
  RepricingPreviewDto,
  repricingOf,
  StartRepricingBody,
  toRepricingDto,
} from './repricings.dto';

@Tag('Number prices')
@Controller('operator/number-prices/reprice')
export class RepricingsController {
  constructor(
    private readonly repricings: Repricings,
    private readonly repository: RepricingRepository,
  ) {}

  @Get()
  @Endpoint({
    id: 'numberPrices.reprice.list',
    summary: 'List changes of the prices of sold numbers',
    description: 'Newest first.',
    access: 'operator',
    page: RepricingDto,
  })
  list(@ListQuery() query: PageQuery): Promise<Page<RepricingDto>> {
    return mapPage(this.repository.list(pageOfQuery(query, 'created_at')), toRepricingDto);
  }

  @Post('preview')
  @Endpoint({
    id: 'numberPrices.reprice.preview',
    summary: 'Preview a change of the prices of sold numbers',
    description:
      'Computes the prices of sold numbers by the rules in force at `effective_at`. Numbers that are released before are left ' +
      'out. Changes nothing.',
    access: 'operator',
    status: 200,
    answer: RepricingPreviewDto,
  })
  preview(@Body() body: PreviewRepricingBody): Promise<RepricingPreviewDto> {
    return this.repricings.preview(repricingOf(body));
  }

  @Post()
  @Endpoint({
    id: 'numberPrices.reprice.create',
    summary: 'Change the prices of sold numbers',
    description:
      'A worker announces the new monthly prices: `next_monthly_price_cents` and `price_changes_at` of the numbers, the event ' +
      '`number.price_changing`, and a mail to the owners and billing members of each account. Months that start at or after ' +
      '`effective_at` are charged at the new price. `expected_count` is the `count` of a preview: returns 409 if it differs by now. ' +
      'Audited as `number_price.reprice`.',
    access: 'operator',
    status: 202,
    answer: RepricingDto,
    fails: ['conflict'],
  })
  async start(@Operator() operator: string, @Body() body: StartRepricingBody): Promise<RepricingDto> {
    return toRepricingDto(await this.repricings.start(operator, repricingOf(body), body.expectedCount));
  }

  @Get(':id')
  @Endpoint({
    id: 'numberPrices.reprice.get',
    summary: 'Read a change of the prices of sold numbers',
    description: 'Returns how many numbers have been processed.',
    access: 'operator',
    answer: RepricingDto,
  })
  async get(@PathId() id: string): Promise<RepricingDto> {
    return toRepricingDto(await this.repository.get(id));
  }

  @Delete(':id')
  @Endpoint({
    id: 'numberPrices.reprice.withdraw',
    summary: 'Withdraw a change of the prices of sold numbers',
    description:
      'Withdraws the announced prices that have not taken effect, with the same event and a mail. Returns 409 once the change has ' +
      'taken effect. ' +
      'Audited as `number_price.withdraw`.',
    access: 'operator',
    status: 202,
    answer: RepricingDto,
    fails: ['invalid_state'],
  })
  async withdraw(@Operator() operator: string, @PathId() id: string): Promise<RepricingDto> {
    return toRepricingDto(await this.repricings.withdraw(operator, id));
  }
}
