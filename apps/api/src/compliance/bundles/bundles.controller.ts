import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Bundles } from '@trunkline/compliance';
import type { Page, Principal } from '@trunkline/kernel';
import { filtersIn, ListQuery, mapPage, DeletedResourceDto, Endpoint, pageOfQuery, PathId, Tag, Who } from '../../http';
import {
  AttachDocumentDto,
  BundleDto,
  ChangeBundleDto,
  CreateBundleDto,
  ListBundlesQuery,
  toBundleDto,
} from './bundles.dto';

@Tag('Compliance bundles')
@Controller('v1/compliance/bundles')
export class BundlesController {
  constructor(private readonly bundles: Bundles) {}

  @Get()
  @Endpoint({
    id: 'compliance.bundles.list',
    summary: 'List compliance bundles',
    description: 'Newest first by default.',
    access: 'compliance:read',
    page: BundleDto,
  })
  list(@Who() { accountId }: Principal, @ListQuery() query: ListBundlesQuery): Promise<Page<BundleDto>> {
    return mapPage(this.bundles.list(accountId, filtersIn(query), pageOfQuery(query, 'created_at')), toBundleDto);
  }

  @Post()
  @Endpoint({
    id: 'compliance.bundles.create',
    summary: 'Create a compliance bundle',
    description: 'Creates a draft. `GET /v1/catalog/requirements` lists what a bundle needs to be submitted.',
    access: 'compliance:write',
    answer: BundleDto,
    fails: ['conflict'],
  })
  async create(@Who() { accountId }: Principal, @Body() body: CreateBundleDto): Promise<BundleDto> {
    const { name, endUserId, country, numberType = null, documentIds = [] } = body;
    return toBundleDto(await this.bundles.create(accountId, { name, endUserId, country, numberType, documentIds }));
  }

  @Get(':id')
  @Endpoint({
    id: 'compliance.bundles.get',
    summary: 'Read a compliance bundle',
    description: 'Returns the bundle with its status and documents, and the reasons of a rejection.',
    access: 'compliance:read',
    answer: BundleDto,
  })
  async get(@Who() { accountId }: Principal, @PathId() bundleId: string): Promise<BundleDto> {
    return toBundleDto(await this.bundles.get({ accountId, bundleId }));
  }

  @Patch(':id')
  @Endpoint({
    id: 'compliance.bundles.update',
    summary: 'Update a compliance bundle',
    description: 'For drafts and rejected bundles. A rejected bundle becomes a draft.',
    access: 'compliance:write',
    answer: BundleDto,
    ifMatch: 'get',
    fails: ['conflict', 'bundle_locked'],
  })
  async update(@Who() who: Principal, @PathId() bundleId: string, @Body() body: ChangeBundleDto): Promise<BundleDto> {
    return toBundleDto(await this.bundles.update({ accountId: who.accountId, bundleId }, body));
  }

  @Delete(':id')
  @Endpoint({
    id: 'compliance.bundles.delete',
    summary: 'Delete a compliance bundle',
    description:
      'Deletes a draft or rejected bundle. Its documents stay. Returns 409 `resource_in_use` while live numbers have it.',
    access: 'compliance:write',
    answer: DeletedResourceDto,
    fails: ['bundle_locked', 'resource_in_use'],
  })
  async remove(@Who() { accountId }: Principal, @PathId() bundleId: string): Promise<DeletedResourceDto> {
    await this.bundles.remove({ accountId, bundleId });
    return { id: bundleId, deleted: true };
  }

  @Post(':id/documents')
  @Endpoint({
    id: 'compliance.bundles.attachDocument',
    summary: 'Attach a document',
    description: 'For drafts and rejected bundles, up to 20 documents. A rejected bundle becomes a draft.',
    access: 'compliance:write',
    status: 200,
    answer: BundleDto,
    fails: ['conflict', 'bundle_locked'],
  })
  async attach(
    @Who() { accountId }: Principal,
    @PathId() bundleId: string,
    @Body() { documentId }: AttachDocumentDto,
  ): Promise<BundleDto> {
    return toBundleDto(await this.bundles.attach({ accountId, bundleId }, documentId));
  }

  @Delete(':id/documents/:document_id')
  @Endpoint({
    id: 'compliance.bundles.detachDocument',
    summary: 'Detach a document',
    description: 'For drafts and rejected bundles. The document itself stays.',
    access: 'compliance:write',
    answer: BundleDto,
    fails: ['conflict', 'bundle_locked'],
  })
  async detach(
    @Who() { accountId }: Principal,
    @PathId() bundleId: string,
    @PathId('document_id') documentId: string,
  ): Promise<BundleDto> {
    return toBundleDto(await this.bundles.detach({ accountId, bundleId }, documentId));
  }
}
