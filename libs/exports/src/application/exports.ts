import type { Readable } from 'node:stream';
import {
  type Clock,
  CommonErrors,
  DomainError,
  invalidFields,
  may,
  type Page,
  type PageRequest,
  type Principal,
  timeOfId,
  type Transactor,
} from '@trunkline/kernel';
import { ExportErrors, storageFull } from '../domain/errors';
import {
  type Export,
  EXPORT_KINDS,
  type ExportKind,
  type ExportRequest,
  type ExportView,
  type Filters,
  filtersOf,
  KIND_PERMISSIONS,
  OPEN_EXPORTS_MAX,
  shownAt,
  storageKeyOf,
  STORED_BYTES_MAX,
  STORED_FILES_MAX,
  storedFilters,
} from '../domain/export';
import type {
  CallbackSecrets,
  CallbackUrls,
  ExportFiles,
  ExportHints,
  ExportRepository,
  ExportSources,
  ExportUse,
  RecordSource,
} from './ports';

export interface CreateExportRequest {
  readonly accountId: string;
  /** Stable across retries of one request. */
  readonly operationId: string;
  /** Without `fields`: all fields of the kind. */
  readonly request: Omit<ExportRequest, 'fields'> & { readonly fields: readonly string[] | null };
  /** The filters as the context of the records reads them. */
  readonly query: Filters;
  readonly callbackUrl: string | null;
}

/** An export with the secret of its callback, which is returned only once; null without a callback. */
export interface CreatedExport {
  readonly created: ExportView;
  readonly callbackSecret: string | null;
}

export interface ExportDownload {
  readonly fileName: string;
  readonly content: Readable;
}

/** The exports of accounts. See docs/exports.md. */
export class Exports {
  constructor(
    private readonly tx: Transactor,
    private readonly exports: ExportRepository,
    private readonly sources: ExportSources,
    private readonly files: ExportFiles,
    private readonly hints: ExportHints,
    private readonly secrets: CallbackSecrets,
    private readonly urls: CallbackUrls,
    private readonly clock: Clock,
  ) {}

  /** Returns the export of the first request when repeated. Throws `invalid_input`, `url_not_allowed`, `export_limit_reached`. */
  async create({ accountId, operationId, request, query, callbackUrl }: CreateExportRequest): Promise<CreatedExport> {
    const source = this.sources.of(request.kind);
    const fields = fieldsOf(source.fields, request);
    const ref = { accountId, id: `exp_${operationId.slice(operationId.indexOf('_') + 1)}` };
    const existing = await this.exports.find(ref);
    if (existing) return this.asCreated(existing);
    await checkFilters(source, recordsOf({ ...ref, query: storedFilters(query), createdAt: this.clock.now() }));
    if (callbackUrl !== null) await this.urls.assertUrlAllowed(callbackUrl, 'callback_url');
    const callbackSecret = callbackUrl === null ? null : this.secrets.create();
    return this.tx.run(async () => {
      const use = await this.exports.lockedUse(accountId, this.clock.now());
      // A repetition of the request may have created it since.
      const earlier = await this.exports.find(ref);
      if (earlier) return this.asCreated(earlier);
      assertRoom(use);
      const created: Export = {
        ...NEW_EXPORT,
        ...ref,
        ...request,
        fields,
        query: storedFilters(query),
        createdAt: this.clock.now(),
        callbackUrl,
        callbackSecretSealed: callbackSecret === null ? null : this.secrets.seal(ref.id, callbackSecret),
      };
      await this.exports.add(created);
      this.tx.afterCommit(() => void this.hints.add([ref]));
      return { created, callbackSecret };
    });
  }

  /** Lists the exports of the kinds that the principal may read. */
  async list(
    principal: Principal,
    kinds: readonly ExportKind[] | undefined,
    page: PageRequest<'created_at'>,
  ): Promise<Page<ExportView>> {
    const readable = (kinds ?? EXPORT_KINDS).filter((kind) => mayRead(principal, kind));
    const { items, next } = await this.exports.list(principal.accountId, readable, page);
    const now = this.clock.now();
    return { items: items.map((each) => shownAt(each, now)), next };
  }

  /** Throws `not_found`, also for a kind that the principal may not read. */
  async get(principal: Principal, id: string, kinds: readonly ExportKind[] = EXPORT_KINDS): Promise<Export> {
    const found = await this.exports.find({ accountId: principal.accountId, id });
    if (!found || !kinds.includes(found.kind) || !mayRead(principal, found.kind)) throw CommonErrors.not_found();
    return shownAt(found, this.clock.now());
  }

  /** Throws `not_found`, `export_expired`, and `invalid_state` for an export without a file. */
  async download(principal: Principal, id: string, kinds?: readonly ExportKind[]): Promise<ExportDownload> {
    const found = await this.get(principal, id, kinds);
    const { status, accountId, kind, format, attempts } = found;
    if (status === 'expired') throw ExportErrors.export_expired();
    if (status !== 'completed')
      throw CommonErrors.invalid_state({
        message: `The export is \`${status}\`. Only a \`completed\` export has a file.`,
      });
    const content = await this.files.read(accountId, storageKeyOf(found, attempts));
    return { fileName: `${kind}-${id}.${format}.gz`, content };
  }

  private asCreated(existing: Export): CreatedExport {
    const { id, callbackSecretSealed: sealed } = existing;
    const created = shownAt(existing, this.clock.now());
    return { created, callbackSecret: sealed === null ? null : this.secrets.open(id, sealed) };
  }
}

/** Returns which records an export has: those that existed when it was requested. */
export function recordsOf({
  accountId,
  id,
  query,
  createdAt,
}: Pick<Export, 'accountId' | 'id' | 'query' | 'createdAt'>) {
  return { accountId, filters: filtersOf(query), until: createdAt, idsUntil: timeOfId(id) };
}

/** Throws `invalid_input` that names the filters as the request does. */
async function checkFilters(source: RecordSource, records: Parameters<RecordSource['check']>[0]): Promise<void> {
  try {
    await source.check(records);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid' || !error.fields) throw error;
    throw invalidFields(
      Object.fromEntries(Object.entries(error.fields).map(([name, fault]) => [`filters.${name}`, fault])),
    );
  }
}

/** Whether the principal may export and read records of the kind. */
export function mayRead(principal: Principal, kind: ExportKind): boolean {
  return may(principal, KIND_PERMISSIONS[kind]);
}

const NEW_EXPORT = {
  status: 'pending',
  rowCount: null,
  sizeBytes: null,
  sha256: null,
  errorCode: null,
  attempts: 0,
  failures: 0,
  startedAt: null,
  completedAt: null,
  expiresAt: null,
  callbackAttempts: 0,
  callbackStartedAt: null,
  callbackDueAt: null,
} as const;

function assertRoom({ open, files, bytes, freedAt }: ExportUse): void {
  if (open >= OPEN_EXPORTS_MAX) throw ExportErrors.export_limit_reached();
  if (files >= STORED_FILES_MAX || bytes >= STORED_BYTES_MAX) throw storageFull(freedAt);
}

function fieldsOf(known: readonly string[], { kind, fields }: CreateExportRequest['request']): readonly string[] {
  if (fields === null) return known;
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw invalidFields({
      fields: `${JSON.stringify(unknown)} is not a field of ${kind}, which are ${known.join(', ')}`,
    });
  if (new Set(fields).size < fields.length) throw invalidFields({ fields: 'must not name a field twice' });
  return fields;
}
