import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { CONTENT_TYPES, Documents, readerOf } from '@trunkline/compliance';
import type { Page, Principal } from '@trunkline/kernel';
import {
  ListQuery,
  mapPage,
  DeletedResourceDto,
  type Download,
  Endpoint,
  pageOfQuery,
  PathId,
  Tag,
  Who,
} from '../../http';
import { ChangeDocumentDto, DocumentDto, ListDocumentsQuery, toDocumentDto, toDownload } from './documents.dto';

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
    const { endUserId, docType, expiringBefore, expiringFrom, unattached } = query;
    const filters = { endUserId, docType, expiringBefore, expiringFrom, unattached };
    const by = { accountId: who.accountId, reader: readerOf(who) };
    return mapPage(this.documents.list(by, filters, pageOfQuery(query, 'created_at')), toDocumentDto);
  }

  @Get(':id')
  @Endpoint({
    id: 'compliance.documents.get',
    summary: 'Read a document',
    description: 'Returns the document without its content. Recorded in the access log.',
    access: 'compliance:read',
    answer: DocumentDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<DocumentDto> {
    return toDocumentDto(await this.documents.get({ accountId: who.accountId, id }, readerOf(who)));
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
  async update(@Who() who: Principal, @PathId() id: string, @Body() body: ChangeDocumentDto): Promise<DocumentDto> {
    return toDocumentDto(await this.documents.update({ accountId: who.accountId, id }, body, readerOf(who)));
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
