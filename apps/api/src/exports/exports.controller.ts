import { Body, Controller, Get, Injectable, Post } from '@nestjs/common';
import { Exports, type ExportKind, KIND_PERMISSIONS, mayRead } from '@trunkline/exports';
import type { Page, Principal } from '@trunkline/kernel';
import { Settings } from '@trunkline/platform';
import {
  Download,
  EdgeErrors,
  Endpoint,
  ListQuery,
  mapPage,
  OperationId,
  pageOfQuery,
  PathId,
  Tag,
  Who,
} from '../http';
import { readFilters } from './export-filters';
import {
  CreateCdrExportDto,
  CreatedExportDto,
  CreateExportDto,
  ExportDto,
  ListCdrExportsQuery,
  ListExportsQuery,
  toExportDto,
} from './exports.dto';

const GZIP = 'application/gzip';
const READERS = { anyOf: [...new Set(Object.values(KIND_PERMISSIONS))] };
const CDRS = ['cdrs'] as const;

const DESCRIPTION =
  'Writes the records of a list into a compressed file. A worker reads them from one snapshot of the database. An account can have ' +
  'at most 5 exports that are pending or running, of which one is written at a time, and can store at most 1,000 files and 20 GiB. ' +
  'To learn when the export has ended, read it, subscribe to `export.completed` and `export.failed`, or pass `callback_url`. To ' +
  'retry safely, repeat the request with the same `Idempotency-Key`.';
const DOWNLOAD =
  'Returns the file, compressed with gzip. Returns 409 `invalid_state` before the export is completed, and 410 `export_expired` from ' +
  'seven days after that.';

const CREATES = {
  status: 202,
  answer: CreatedExportDto,
  fails: ['export_limit_reached', 'url_not_allowed'],
  idempotency: 'operation',
} as const;
const DOWNLOADS = { file: GZIP, fails: ['invalid_state', 'export_expired'] } as const;

/** What both controllers do. */
@Injectable()
abstract class ExportEndpoints {
  constructor(
    protected readonly exports: Exports,
    protected readonly settings: Settings,
  ) {}

  protected async createOf(
    kind: ExportKind,
    { accountId }: Principal,
    operationId: string,
    { format, filters = {}, fields, timezone = 'UTC', callbackUrl }: CreateCdrExportDto,
  ): Promise<CreatedExportDto> {
    const query = await readFilters(kind, filters, 'filters');
    const request = { kind, format, fields: fields ?? null, timezone, filters };
    const { created, callbackSecret } = await this.exports.create({
      accountId,
      operationId,
      request,
      query,
      callbackUrl: callbackUrl ?? null,
    });
    return Object.assign(this.shown(created), { callbackSecret });
  }

  protected pageOf(
    who: Principal,
    kinds: readonly ExportKind[] | undefined,
    query: ListCdrExportsQuery,
  ): Promise<Page<ExportDto>> {
    return mapPage(this.exports.list(who, kinds, pageOfQuery(query, 'created_at')), (view) => this.shown(view));
  }

  protected async fileOf(who: Principal, id: string, kinds?: readonly ExportKind[]): Promise<Download> {
    return new Download(GZIP, await this.exports.download(who, id, kinds));
  }

  protected shown(view: Parameters<typeof toExportDto>[0]): ExportDto {
    return toExportDto(view, this.settings.baseUrl);
  }
}

@Tag('Exports')
@Controller('v1/exports')
export class ExportsController extends ExportEndpoints {
  @Get()
  @Endpoint({
    id: 'exports.list',
    summary: 'List exports',
    description: 'Returns the exports of the kinds that the credential may read, newest first, for 90 days.',
    access: READERS,
    page: ExportDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListExportsQuery): Promise<Page<ExportDto>> {
    return this.pageOf(who, query.kinds, query);
  }

  @Post()
  @Endpoint({
    ...CREATES,
    id: 'exports.create',
    summary: 'Create an export',
    description: DESCRIPTION,
    access: READERS,
  })
  async create(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() { kind, ...body }: CreateExportDto,
  ): Promise<CreatedExportDto> {
    if (!mayRead(who, kind)) throw EdgeErrors.forbidden();
    return this.createOf(kind, who, operationId, body);
  }

  @Get(':id')
  @Endpoint({
    id: 'exports.get',
    summary: 'Read an export',
    description: 'Returns an export of a kind that the credential may read.',
    access: READERS,
    answer: ExportDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<ExportDto> {
    return this.shown(await this.exports.get(who, id));
  }

  @Get(':id/download')
  @Endpoint({
    ...DOWNLOADS,
    id: 'exports.download',
    summary: 'Download an export',
    description: DOWNLOAD,
    access: READERS,
  })
  download(@Who() who: Principal, @PathId() id: string): Promise<Download> {
    return this.fileOf(who, id);
  }
}

@Tag('Exports')
@Controller('v1/cdrs/exports')
export class CdrExportsController extends ExportEndpoints {
  @Get()
  @Endpoint({
    id: 'cdrs.exports.list',
    summary: 'List exports of call records',
    description: 'Returns the exports of the kind `cdrs`, newest first, for 90 days.',
    access: 'cdrs:read',
    page: ExportDto,
  })
  list(@Who() who: Principal, @ListQuery() query: ListCdrExportsQuery): Promise<Page<ExportDto>> {
    return this.pageOf(who, CDRS, query);
  }

  @Post()
  @Endpoint({
    ...CREATES,
    id: 'cdrs.exports.create',
    summary: 'Export call records',
    description: `As [\`POST /v1/exports\`](#operation/exports.create) with the kind \`cdrs\`. ${DESCRIPTION}`,
    access: 'cdrs:read',
  })
  create(
    @Who() who: Principal,
    @OperationId() operationId: string,
    @Body() body: CreateCdrExportDto,
  ): Promise<CreatedExportDto> {
    return this.createOf('cdrs', who, operationId, body);
  }

  @Get(':id')
  @Endpoint({
    id: 'cdrs.exports.get',
    summary: 'Read an export of call records',
    description: 'Returns an export of the kind `cdrs`.',
    access: 'cdrs:read',
    answer: ExportDto,
  })
  async get(@Who() who: Principal, @PathId() id: string): Promise<ExportDto> {
    return this.shown(await this.exports.get(who, id, CDRS));
  }

  @Get(':id/download')
  @Endpoint({
    ...DOWNLOADS,
    id: 'cdrs.exports.download',
    summary: 'Download an export of call records',
    description: DOWNLOAD,
    access: 'cdrs:read',
  })
  download(@Who() who: Principal, @PathId() id: string): Promise<Download> {
    return this.fileOf(who, id, CDRS);
  }
}
