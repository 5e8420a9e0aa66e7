import type { Permission } from '@trunkline/kernel';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What can be exported, and the permission that reads it. */
export const KIND_PERMISSIONS = {
  cdrs: 'cdrs:read',
  numbers: 'numbers:read',
  messages: 'numbers:read',
  transactions: 'billing:read',
  usage: 'billing:read',
  invoice_lines: 'billing:read',
  events: 'webhooks:read',
} as const satisfies Readonly<Record<string, Permission>>;
export type ExportKind = keyof typeof KIND_PERMISSIONS;
export const EXPORT_KINDS = Object.keys(KIND_PERMISSIONS) as readonly ExportKind[];

export const EXPORT_STATUSES = ['pending', 'running', 'completed', 'failed', 'expired'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Why an export failed. */
export const EXPORT_ERRORS = {
  filters_refused:
    'The filters match digits that the account has hidden since the export was requested, or the usage report has more than 10,000 rows.',
  account_closed: 'The account was closed.',
  interrupted: 'Ten attempts to write the file failed. Create a new export.',
} as const;
export type ExportErrorCode = keyof typeof EXPORT_ERRORS;
export const EXPORT_ERROR_CODES = Object.keys(EXPORT_ERRORS) as readonly ExportErrorCode[];

/** Exports of an account that are pending or running. */
export const OPEN_EXPORTS_MAX = 5;
/** How long a file is kept. */
export const KEPT_DAYS = 7;
/** Stored files of an account. */
export const STORED_FILES_MAX = 1_000;
/** Stored bytes of an account, counted when an export is created. */
export const STORED_BYTES_MAX = 20 * 1024 ** 3;
/** An export is given up after this many attempts that failed for no known reason or whose worker died. */
export const FAILURES_MAX = 10;

/** A value of a filter, as the context of the records reads it. */
export type FilterValue = string | number | boolean | Date | undefined | readonly FilterValue[] | Filters;
export interface Filters {
  readonly [name: string]: FilterValue;
}

/** What an account asks for. */
export interface ExportRequest {
  readonly kind: ExportKind;
  readonly format: ExportFormat;
  /** Names of the fields of the kind, in the order of the columns. */
  readonly fields: readonly string[];
  /** Name of the time zone in which times are written. */
  readonly timezone: string;
  /** The filters as they were sent. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** The file of an export. */
export interface ExportFile {
  readonly rowCount: number;
  /** Of the compressed file, as it is downloaded. */
  readonly sizeBytes: number;
  /** SHA-256 of the compressed file, in hex. */
  readonly sha256: string;
}

/** An export as its account reads it. */
export interface ExportView extends ExportRequest {
  readonly id: string;
  readonly status: ExportStatus;
  readonly rowCount: number | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly errorCode: ExportErrorCode | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly expiresAt: Date | null;
}

export interface Export extends ExportView {
  readonly accountId: string;
  /** The filters as the context of the records reads them. */
  readonly query: StoredFilters;
  /** How often the export was begun. Only the last attempt may end it. */
  readonly attempts: number;
  /** How many attempts failed with an error that may pass, or ended with their worker. */
  readonly failures: number;
  readonly startedAt: Date | null;
  readonly callbackUrl: string | null;
  readonly callbackSecretSealed: string | null;
  readonly callbackAttempts: number;
  readonly callbackStartedAt: Date | null;
  /** When the callback is sent next; null while the export is open, and when nothing is left to send. */
  readonly callbackDueAt: Date | null;
}

/** The key of the file of an attempt, in the storage of documents. */
export function storageKeyOf({ accountId, id }: Pick<Export, 'accountId' | 'id'>, attempt: number): string {
  return `${accountId}/${id}-${String(attempt)}`;
}

/** An export whose file is due for deletion has expired, although the file may still exist. */
export function shownAt<T extends Pick<ExportView, 'status' | 'expiresAt'>>(view: T, now: Date): T {
  const isExpired = view.status === 'completed' && view.expiresAt !== null && view.expiresAt <= now;
  return isExpired ? { ...view, status: 'expired' } : view;
}

/** Filters as JSON, in which a time is an object with its milliseconds. */
export type StoredFilters = Readonly<Record<string, unknown>>;

const TIME = '$time';

export function storedFilters(filters: Filters): StoredFilters {
  return stored(filters) as StoredFilters;
}

/** Returns the filters that `storedFilters` has stored. */
export function filtersOf(stored: StoredFilters): Filters {
  return restored(stored) as Filters;
}

function stored(value: FilterValue): unknown {
  if (value instanceof Date) return { [TIME]: value.getTime() };
  return mapped(value, (each) => stored(each as FilterValue));
}

function restored(value: unknown): unknown {
  const ms = typeof value === 'object' && value !== null ? (Reflect.get(value, TIME) as unknown) : undefined;
  return typeof ms === 'number' ? new Date(ms) : mapped(value, restored);
}

function mapped(value: unknown, map: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, map(each)]));
}
