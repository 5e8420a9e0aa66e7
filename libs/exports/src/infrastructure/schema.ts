import { column, membersOf, tablesOf } from '@trunkline/platform';
import type { Export, ExportView } from '../domain/export';

const { key, text, optionalText, texts, integer, time, optionalTime, json, optionalBigint } = column;

export const ExportSchema = tablesOf('exports')<Export & { readonly leasedUntil?: Date | null }>('exports', {
  id: key,
  accountId: text,
  kind: text,
  status: text,
  format: text,
  fields: texts,
  timezone: text,
  filters: json,
  query: json,
  rowCount: optionalBigint,
  sizeBytes: optionalBigint,
  sha256: { ...optionalText, name: 'sha256' },
  errorCode: optionalText,
  createdAt: time,
  startedAt: optionalTime,
  completedAt: optionalTime,
  expiresAt: optionalTime,
  attempts: integer,
  failures: integer,
  /** An attempt is alive until this time of the database's clock. */
  leasedUntil: optionalTime,
  callbackUrl: optionalText,
  callbackSecretSealed: optionalText,
  callbackAttempts: integer,
  callbackStartedAt: optionalTime,
  callbackDueAt: optionalTime,
});

/** What an account reads of its exports in a list. */
export const EXPORT_VIEW = [
  'id',
  'kind',
  'status',
  'format',
  'fields',
  'timezone',
  'filters',
  'rowCount',
  'sizeBytes',
  'sha256',
  'errorCode',
  'createdAt',
  'completedAt',
  'expiresAt',
] as const satisfies readonly (keyof ExportView)[];

export const EXPORT = membersOf(ExportSchema, ['leasedUntil']);
