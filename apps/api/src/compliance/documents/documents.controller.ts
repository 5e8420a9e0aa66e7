import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { CONTENT_TYPES, Documents, readerOf } from '@trunkline/compliance';
import type { Page, Principal } from '@trunkline/kernel';
import {
  filtersIn,
  ListQuery,
  DeletedResourceDto,
  type Download,
  Endpoint,
  pageOfQuery,
  PathId,
  Tag,
  Who,
} from '../../http';
import { ChangeDocumentDto, DocumentDto, ListDocumentsQuery, toDownload } from './documents.dto';

@Tag('Documents')
@Controller('v1/compliance/documents')
export class DocumentsController {
  constructor(private readonly documents: Documents) {}

  @Get()
  @Endpoint({
    id: 'compliance.documents.list',
    summary: 'List documents',
    description: 'Newest first by default. Each document returned is recorded in the access log.',
    access: 'compliance:read',
    page: DocumentDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListDocumentsQuery): Promise<Page<DocumentDto>> {
    const by = { accountId: who.accountId, reader: readerOf(who) };
    return this.documents.list(by, filtersIn(query), pageOfQuery(query, 'created_at'));
  }

  @Get(':id')
  @Endpoint({
    id: 'compliance.documents.get',
    summary: 'Read a document',
    description: 'Returns the document without its content. Recorded in the access log.',
    access: 'compliance:read',
    answer: DocumentDto,
  })
  get(@Who() who: Principal, @PathId() id: string): Promise<DocumentDto> {
    return this.documents.get({ accountId: who.accountId, id }, readerOf(who));
  }

  @Get(':id/content')
  @Endpoint({
    id: 'compliance.documents.download',
    summary: 'Download a document',
    description: 'For sessions of members who may see documents. Recorded in the access log.',
    access: 'documents:read',
    credentials: ['session'],
    file: CONTENT_TYPES,
  })
  async download(@Who() who: Principal, @PathId() id: string): Promise<Download> {
    return toDownload(await this.documents.read({ accountId: who.accountId, id }, readerOf(who)));
  }

  @Patch(':id')
  @Endpoint({
    id: 'compliance.documents.update',
    summary: 'Update a document',
    description: 'Returns 409 `bundle_locked` while a submitted or approved bundle has the document.',
    access: 'compliance:write',
    answer: DocumentDto,
    ifMatch: 'get',
    fails: ['conflict', 'bundle_locked'],
  })
  update(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeDocumentDto): Promise<DocumentDto> {
    return this.documents.update({ accountId: who.accountId, id }, body, readerOf(who));
  }

  @Delete(':id')
  @Endpoint({
    id: 'compliance.documents.delete',
    summary: 'Delete a document',
    description: 'Deletes the document with its content. Returns 409 while a bundle has it.',
    access: 'compliance:write',
    answer: DeletedResourceDto,
    fails: ['resource_in_use'],
  })
  async remove(@Who() { accountId }: Principal, @PathId() id: string): Promise<DeletedResourceDto> {
    await this.documents.remove({ accountId, id });
    return { id, deleted: true };
  }
}
