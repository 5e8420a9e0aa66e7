import { Body, Controller, Get, Put } from '@nestjs/common';
import { OperatePortCoverage, PortCarriers, PortCoverages } from '@trunkline/numbering';
import { Endpoint, Tag } from '../../http';
import { Operator } from '../operator.param';
import {
  coverageOf,
  PortCarriersDto,
  PortCoverageDto,
  ReplacePortCarriersBody,
  ReplacePortCoverageBody,
  requireDistinct,
} from './port-coverage.dto';

@Tag('Porting')
@Controller('operator/porting')
export class PortCoverageController {
  constructor(
    private readonly coverages: PortCoverages,
    private readonly carriers: PortCarriers,
    private readonly operate: OperatePortCoverage,
  ) {}

  @Get('coverage')
  @Endpoint({
    id: 'porting.coverage.get',
    summary: 'Read the coverage of ports',
    description:
      'Returns the whole table, by country and type. Numbers without a row cannot be ported: checks answer `portable` null, and ' +
      'requests `country_not_supported`.',
    access: 'operator',
    answer: PortCoverageDto,
  })
  async coverage(): Promise<PortCoverageDto> {
    return { items: await this.coverages.list() };
  }

  @Put('coverage')
  @Endpoint({
    id: 'porting.coverage.replace',
    summary: 'Replace the coverage of ports',
    description:
      'Replaces the whole table: rows that are not sent are removed. In force from the next check and submission; requests that ' +
      'were submitted keep their fee. Audited as `port_coverage.change`, with the rows that differ.',
    access: 'operator',
    answer: PortCoverageDto,
    ifMatch: 'coverage',
  })
  async replaceCoverage(@Operator() operator: string, @Body() body: ReplacePortCoverageBody): Promise<PortCoverageDto> {
    requireDistinct(body.items, ({ country, numberType }) => `${country} ${numberType}`);
    return { items: await this.operate.setCoverage(operator, body.items.map(coverageOf)) };
  }

  @Get('carriers')
  @Endpoint({
    id: 'porting.carriers.get',
    summary: 'Read the carriers of numbers',
    description:
      'Returns the whole table, by prefix. Checks name the carrier with the longest prefix of a number as its `losing_carrier`, and ' +
      'null without one.',
    access: 'operator',
    answer: PortCarriersDto,
  })
  async carriersByPrefix(): Promise<PortCarriersDto> {
    return { items: await this.carriers.list() };
  }

  @Put('carriers')
  @Endpoint({
    id: 'porting.carriers.replace',
    summary: 'Replace the carriers of numbers',
    description: 'Replaces the whole table. Audited as `port_carriers.change`, with the entries that differ.',
    access: 'operator',
    answer: PortCarriersDto,
    ifMatch: 'carriersByPrefix',
  })
  async replaceCarriers(@Operator() operator: string, @Body() body: ReplacePortCarriersBody): Promise<PortCarriersDto> {
    requireDistinct(body.items, ({ prefix }) => prefix);
    return { items: await this.operate.setCarriers(operator, body.items) };
  }
}
