import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { EndUsers, EraseEndUser, ExportEndUser, readerOf } from '@trunkline/compliance';
import type { Page, Principal } from '@trunkline/kernel';
import {
  filtersIn,
  ListQuery,
  mapPage,
  DeletedResourceDto,
  Download,
  Endpoint,
  pageOfQuery,
  PathId,
  Tag,
  Who,
} from '../http';
import {
  ChangeEndUserDto,
  CreateEndUserDto,
  detailsOf,
  endUserChangeOf,
  EndUserDto,
  ListEndUsersQuery,
  toEndUserDto,
} from './end-users.dto';

const ZIP = 'application/zip';

@Tag('End users')
@Controller('v1/compliance/end-users')
export class EndUsersController {
  constructor(
    private readonly endUsers: EndUsers,
    private readonly exportEndUser: ExportEndUser,
    private readonly eraseEndUser: EraseEndUser,
  ) {}

  @Get()
  @Endpoint({
    id: 'compliance.endUsers.list',
    summary: 'List end users',
    description: 'Newest first by default. Each end user returned is recorded in the access log.',
    access: 'compliance:read',
    page: EndUserDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListEndUsersQuery): Promise<Page<EndUserDto>> {
    const by = { accountId: who.accountId, reader: readerOf(who) };
    return mapPage(this.endUsers.list(by, filtersIn(query), pageOfQuery(query, 'created_at')), toEndUserDto);
  }

  @Post()
  @Endpoint({
    id: 'compliance.endUsers.create',
    summary: 'Create an end user',
    description:
      'A person needs a first and last name, a business its registered name. You are the controller of the personal data; ' +
      'it is encrypted at rest.',
    access: 'compliance:write',
    answer: EndUserDto,
    fails: ['conflict'],
  })
  async create(@Who() { accountId }: Principal, @Body() body: CreateEndUserDto): Promise<EndUserDto> {
    const { kind, country, ...details } = body;
    return toEndUserDto(await this.endUsers.create({ accountId, kind, country, details: detailsOf(details) }));
  }

  @Get(':id')
  @Endpoint({
    id: 'compliance.endUsers.get',
    summary: 'Read an end user',
    description: 'Recorded in the access log.',
    access: 'compliance:read',
    answer: EndUserDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<EndUserDto> {
    return toEndUserDto(await this.endUsers.get({ accountId: who.accountId, id }, readerOf(who)));
  }

  @Get(':id/export')
  @Endpoint({
    id: 'compliance.endUsers.export',
    summary: 'Export an end user',
    description:
      'Returns a ZIP file with everything that is held of the end user: `end-user.json` and the documents. Recorded in the ' +
      'access log.',
    access: ['compliance:read', 'documents:read'],
    credentials: ['session'],
    file: ZIP,
  })
  async export(@Who() who: Principal, @PathId() id: string): Promise<Download> {
    const content = await this.exportEndUser.export({ accountId: who.accountId, id }, readerOf(who));
    return new Download(ZIP, { fileName: `${id}.zip`, content });
  }

  @Post(':id/erase')
  @Endpoint({
    id: 'compliance.endUsers.erase',
    summary: 'Erase an end user',
    description:
      'Deletes the details of the end user and its documents with their content, permanently. Approvals of its bundles ' +
      'end, and submitted bundles become drafts. Recorded in the access log. Returns 409 with a count in `fields` while ' +
      'live numbers have a bundle with the end user or its documents.',
    access: 'compliance:write',
    status: 200,
    answer: DeletedResourceDto,
    fails: ['resource_in_use'],
  })
  async erase(@Who() who: Principal, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.eraseEndUser.erase({ accountId: who.accountId, id }, readerOf(who));
    return { id, deleted: true };
  }

  @Patch(':id')
  @Endpoint({
    id: 'compliance.endUsers.update',
    summary: 'Update an end user',
    description:
      'While a submitted or approved bundle has the end user, only `email`, `phone_e164` and `notes` can be changed.',
    access: 'compliance:write',
    answer: EndUserDto,
    ifMatch: 'get',
    fails: ['conflict', 'resource_in_use'],
  })
  async update(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeEndUserDto): Promise<EndUserDto> {
    const ref = { accountId: who.accountId, id };
    return toEndUserDto(await this.endUsers.update(ref, endUserChangeOf(body), readerOf(who)));
  }

  @Delete(':id')
  @Endpoint({
    id: 'compliance.endUsers.delete',
    summary: 'Delete an end user',
    description: 'Returns 409 with counts in `fields` while documents or bundles refer to the end user.',
    access: 'compliance:write',
    answer: DeletedResourceDto,
    fails: ['resource_in_use'],
  })
  async remove(@Who() { accountId }: Principal, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.endUsers.remove({ accountId, id });
    return { id, deleted: true };
  }
}
