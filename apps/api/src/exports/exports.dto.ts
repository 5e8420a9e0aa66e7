import {
  EXPORT_ERROR_CODES,
  EXPORT_ERRORS,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_STATUSES,
  type ExportFormat,
  type ExportKind,
  type ExportView,
} from '@trunkline/exports';
import { AnyObject, Id, Integer, OneOf, PageQuery, QueryList, Text, Texts, TimeZoneName, UnixTime } from '../http';

const FIELDS_MAX = 100;
const FIELD_MAX = 64;
const URL_MAX = 2_000;

const EXPLAINED = Object.entries(EXPORT_ERRORS)
  .map(([code, explanation]) => `\`${code}\`: ${explanation}`)
  .join(' ');

const KIND = {
  description:
    'What is exported. Each kind needs the permission that reads it: `cdrs:read`; `numbers:read` for numbers and messages; ' +
    '`billing:read` for transactions, usage and invoice lines; `webhooks:read` for events.',
  values: EXPORT_KINDS,
  name: 'ExportKind',
};
const FORMAT = {
  description:
    '`csv`: RFC 4180 with a header. A text that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or apostrophes ' +
    'before one, is preceded by an apostrophe against formulas; numbers in E.164 are not. `ndjson`: one JSON object per line.',
  values: EXPORT_FORMATS,
  name: 'ExportFormat',
};
const FILTERS = {
  description:
    'Query parameters of the list of the kind: `GET /v1/cdrs`, `/v1/numbers`, `/v1/sms`, `/v1/billing/transactions`, ' +
    '`/v1/billing/usage`, `/v1/invoices`, `/v1/events`. Pass several values as an array or separated by commas.',
  example: { direction: 'inbound', answered: true },
};

/** An export of call records. */
export class CreateCdrExportDto {
  @OneOf(FORMAT)
  format: ExportFormat;

  @AnyObject({ ...FILTERS, default: {}, optional: true })
  filters?: Record<string, unknown>;

  @Texts({
    description: 'Names of members of the list, in the order of the columns. By default, the file has all of them.',
    example: ['started_at', 'caller', 'callee', 'customer_total_cents'],
    optional: true,
    min: 1,
    max: FIELDS_MAX,
    item: { max: FIELD_MAX },
  })
  fields?: string[];

  @TimeZoneName({ description: 'IANA time zone in which times are written, in ISO 8601 with its offset.' })
  timezone?: string;

  @Text({
    description:
      'https URL that receives `export.completed` or `export.failed`, signed with `callback_secret` as webhooks are, and retried as ' +
      'they are.',
    example: 'https://hooks.example.com/exports',
    optional: true,
    max: URL_MAX,
  })
  callbackUrl?: string;
}

export class CreateExportDto extends CreateCdrExportDto {
  @OneOf(KIND)
  kind: ExportKind;
}

export class ExportDto {
  @Id({ description: 'ID of the export.', prefix: 'exp' })
  id: string;

  @OneOf(KIND)
  kind: string;

  @OneOf({
    description:
      '`completed`: the file can be downloaded. `failed`: see `error_code`. `expired`: the file was deleted, seven days after its ' +
      'completion.',
    values: EXPORT_STATUSES,
    name: 'ExportStatus',
  })
  status: string;

  @OneOf(FORMAT)
  format: string;

  @Texts({ description: 'Fields in the order of the columns.', example: ['started_at', 'caller'], max: FIELDS_MAX })
  fields: readonly string[];

  @Text({ description: 'Time zone in which times are written.', example: 'Europe/Berlin' })
  timezone: string;

  @AnyObject({ ...FILTERS, description: 'The filters as they were sent.' })
  filters: object;

  @Integer({ description: 'Number of records in the file; null until it is completed.', example: 1042, nullable: true })
  rowCount: number | null;

  @Integer({ description: 'Size of the compressed file in bytes.', example: 48_210, nullable: true })
  sizeBytes: number | null;

  @Text({
    description: 'SHA-256 of the compressed file, in hex.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    nullable: true,
  })
  sha256: string | null;

  @Text({
    description: 'Where the file is downloaded, with the same credentials; null without a file.',
    example: 'https://api.example.com/v1/exports/exp_0mh2k3l4p9f1c2d3e4b5a6978/download',
    nullable: true,
  })
  downloadUrl: string | null;

  @UnixTime({ description: 'When the file is deleted; null without a file.', nullable: true })
  expiresAt: Date | null;

  @OneOf({
    description: `Why the export failed; null otherwise. ${EXPLAINED}`,
    values: EXPORT_ERROR_CODES,
    name: 'ExportErrorCode',
    nullable: true,
  })
  errorCode: string | null;

  @UnixTime({ description: 'When the export was requested. It contains no record that was created later.' })
  createdAt: Date;

  @UnixTime({ description: 'When the export ended; null before.', nullable: true })
  completedAt: Date | null;
}

export class CreatedExportDto extends ExportDto {
  @Text({
    description: 'Signs the callback. Only this response contains it; null without `callback_url`.',
    example: 'whsec_…',
    nullable: true,
  })
  callbackSecret: string | null;
}

export class ListCdrExportsQuery extends PageQuery {}

export class ListExportsQuery extends PageQuery {
  @QueryList({
    description: 'Only these kinds, comma-separated.',
    example: 'cdrs,transactions',
    values: EXPORT_KINDS,
    name: 'ExportKind',
    jsonName: 'kind',
  })
  kinds?: readonly ExportKind[];
}

export function toExportDto(view: ExportView, baseUrl: string): ExportDto {
  const downloadUrl = view.status === 'completed' ? `${baseUrl}/exports/${view.id}/download` : null;
  return { ...view, downloadUrl };
}
