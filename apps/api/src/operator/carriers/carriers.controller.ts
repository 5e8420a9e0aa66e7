import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type Page, Clock } from '@trunkline/kernel';
import { CarrierQueries, Carriers } from '@trunkline/voice-routing';
import { ListQuery, DeletedResourceDto, Endpoint, pageOfQuery, PathId, Tag } from '../../http';
import { CarrierDto, ChangeCarrierBody, CreateCarrierBody, ListCarriersQuery } from './carriers.dto';
import { CarrierStatusDto } from './carriers.dto';
import { Operator } from '../operator.param';

@Tag('Carriers')
@Controller('operator/carriers')
export class OperatorCarriersController {
  constructor(
    private readonly carriers: Carriers,
    private readonly queries: CarrierQueries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Endpoint({
    id: 'carriers.list',
    summary: 'List carriers',
    description: 'Returns the carriers for outbound and inbound calls. Newest first by default.',
    access: 'operator',
    page: CarrierDto,
  })
  list(@ListQuery() query: ListCarriersQuery): Promise<Page<CarrierDto>> {
    const filter = { enabled: query.enabled ?? null, emergency: query.emergency ?? null };
    return this.queries.list(filter, pageOfQuery(query, query.sort ?? 'created_at'));
  }

  @Post()
  @Endpoint({
    id: 'carriers.create',
    summary: 'Create a carrier',
    description:
      'Calls to the telephone network are sent to enabled carriers with a matching prefix, by priority, then by weighted ' +
      'random order; carriers that are down are tried last. Audited as `carrier.create`.',
    access: 'operator',
    answer: CarrierDto,
  })
  create(@Operator() operator: string, @Body() body: CreateCarrierBody): Promise<CarrierDto> {
    return this.carriers.create(operator, body);
  }

  @Get(':id')
  @Endpoint({
    id: 'carriers.get',
    summary: 'Read a carrier',
    description: 'Returns the configuration of the carrier, without its password.',
    access: 'operator',
    answer: CarrierDto,
  })
  get(@PathId() id: string): Promise<CarrierDto> {
    return this.queries.get(id);
  }

  @Get(':id/status')
  @Endpoint({
    id: 'carriers.status.get',
    summary: 'Read the health of a carrier',
    description: 'Based on the last report of a switch (`POST /switch/gateway-health` with `carrier_id`).',
    access: 'operator',
    answer: CarrierStatusDto,
  })
  status(@PathId() id: string): Promise<CarrierStatusDto> {
    return this.queries.status(id, this.clock.now());
  }

  @Patch(':id')
  @Endpoint({
    id: 'carriers.update',
    summary: 'Update a carrier',
    description: 'Takes effect with the next call. Audited as `carrier.change`, with the changes.',
    access: 'operator',
    answer: CarrierDto,
    ifMatch: 'get',
  })
  change(@PathId() id: string, @Operator() operator: string, @Body() body: ChangeCarrierBody): Promise<CarrierDto> {
    return this.carriers.update({ operator, id }, body);
  }

  @Delete(':id')
  @Endpoint({
    id: 'carriers.delete',
    summary: 'Delete a carrier',
    description: 'Calls in progress continue. Audited as `carrier.delete`, with the previous values.',
    access: 'operator',
    answer: DeletedResourceDto,
  })
  async remove(@Operator() operator: string, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.carriers.remove({ operator, id });
    return { id, deleted: true };
  }
}
