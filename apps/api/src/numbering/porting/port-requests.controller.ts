import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import type { Page, Principal } from '@trunkline/kernel';
import { actorOf, type PortRef, PortQueries, PortRequests, SubmitPort } from '@trunkline/numbering';
import { DeletedResourceDto, Endpoint, ListQuery, mapPage, pageOfQuery, PathId, Tag, Who } from '../../http';
import {
  AddPortDocumentBody,
  ChangePortBody,
  CreatePortBody,
  ListPortsQuery,
  newPortOf,
  portChangeOf,
  PortRequestDto,
  toPortRequestDto,
} from './port-requests.dto';

@Tag('Porting')
@Controller('v1/porting/requests')
export class PortRequestsController {
  constructor(
    private readonly requests: PortRequests,
    private readonly submission: SubmitPort,
    private readonly queries: PortQueries,
  ) {}

  @Get()
  @Endpoint({
    id: 'porting.requests.list',
    summary: 'List porting requests',
    description: 'Newest first.',
    access: 'numbers:read',
    page: PortRequestDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListPortsQuery): Promise<Page<PortRequestDto>> {
    const { status, e164 } = query;
    return mapPage(this.queries.list(accountId, { status, e164 }, pageOfQuery(query, 'created_at')), toPortRequestDto);
  }

  @Post()
  @Endpoint({
    id: 'porting.requests.create',
    summary: 'Create a porting request',
    description:
      'Creates a draft that asks another carrier for numbers of one country. Add the documents, then submit it. Returns 409 if ' +
      'an account has one of the numbers, or if a request for one of them is open; `fields.e164s` names them.',
    access: 'numbers:write',
    answer: PortRequestDto,
    fails: [
      'country_not_supported',
      'number_already_owned',
      'port_already_exists',
      'trunk_not_active',
      'routing_profile_not_active',
    ],
  })
  async create(@Who() who: Principal, @Body() body: CreatePortBody): Promise<PortRequestDto> {
    const id = await this.requests.create({ accountId: who.accountId, actor: actorOf(who) }, newPortOf(body));
    return this.get(who, id);
  }

  @Get(':id')
  @Endpoint({
    id: 'porting.requests.get',
    summary: 'Read a porting request',
    description: 'Returns the request with the status of each number.',
    access: 'numbers:read',
    answer: PortRequestDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() id: string): Promise<PortRequestDto> {
    return toPortRequestDto(await this.queries.get(accountId, id));
  }

  @Patch(':id')
  @Endpoint({
    id: 'porting.requests.update',
    summary: 'Update a porting request',
    description: 'Changes a draft, or a request with an exception, whose numbers stay.',
    access: 'numbers:write',
    answer: PortRequestDto,
    ifMatch: 'get',
    fails: [
      'invalid_state',
      'country_not_supported',
      'number_already_owned',
      'port_already_exists',
      'trunk_not_active',
      'routing_profile_not_active',
    ],
  })
  async update(@Who() who: Principal, @PathId() id: string, @Body() body: ChangePortBody): Promise<PortRequestDto> {
    await this.requests.update(refOf(who, id), portChangeOf(body));
    return this.get(who, id);
  }

  @Delete(':id')
  @Endpoint({
    id: 'porting.requests.delete',
    summary: 'Delete a porting request',
    description: 'Deletes a draft. Cancel a request that was submitted.',
    access: 'numbers:write',
    answer: DeletedResourceDto,
    fails: ['invalid_state'],
  })
  async remove(@Who() { accountId }: Principal, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.requests.remove({ accountId, id });
    return { id, deleted: true };
  }

  @Post(':id/documents')
  @Endpoint({
    id: 'porting.documents.create',
    summary: 'Add a document to a porting request',
    description:
      'Adds a document that was uploaded as a compliance document, to a draft or a request with an exception. A document can serve ' +
      'several purposes. It cannot be deleted while the port is open.',
    access: 'numbers:write',
    status: 200,
    answer: PortRequestDto,
    fails: ['invalid_state'],
  })
  async attach(
    @Who() who: Principal,
    @PathId() id: string,
    @Body() body: AddPortDocumentBody,
  ): Promise<PortRequestDto> {
    await this.requests.attach(refOf(who, id), body);
    return this.get(who, id);
  }

  @Delete(':id/documents/:document_id')
  @Endpoint({
    id: 'porting.documents.delete',
    summary: 'Remove a document from a porting request',
    description: 'Removes the document from the request, for every purpose. The compliance document stays.',
    access: 'numbers:write',
    answer: PortRequestDto,
    fails: ['invalid_state'],
  })
  async detach(
    @Who() who: Principal,
    @PathId() id: string,
    @PathId('document_id') documentId: string,
  ): Promise<PortRequestDto> {
    await this.requests.detach(refOf(who, id), documentId);
    return this.get(who, id);
  }

  @Post(':id/submit')
  @Endpoint({
    id: 'porting.requests.submit',
    summary: 'Submit a porting request',
    description:
      'Submits a draft, or a request with an exception again. Holds the fee, which is charged when the numbers are ported, and ' +
      'released when the port ends otherwise. Returns 422 `port_incomplete` with `fields` if a member or a document is missing.',
    access: 'numbers:write',
    status: 200,
    answer: PortRequestDto,
    isOrder: true,
    fails: [
      'invalid_state',
      'port_incomplete',
      'insufficient_balance',
      'country_not_supported',
      'number_already_owned',
      'port_already_exists',
    ],
  })
  async submit(@Who() who: Principal, @PathId() id: string): Promise<PortRequestDto> {
    await this.submission.submit(refOf(who, id));
    return this.get(who, id);
  }

  @Post(':id/cancel')
  @Endpoint({
    id: 'porting.requests.cancel',
    summary: 'Cancel a porting request',
    description:
      'Cancels a submitted request and releases its fee. Once a date is confirmed, that is possible until a day before it.',
    access: 'numbers:write',
    status: 200,
    answer: PortRequestDto,
    fails: ['invalid_state'],
  })
  async cancel(@Who() who: Principal, @PathId() id: string): Promise<PortRequestDto> {
    await this.requests.cancel(refOf(who, id));
    return this.get(who, id);
  }
}

function refOf(who: Principal, id: string): PortRef {
  return { accountId: who.accountId, id, actor: actorOf(who) };
}
