import { addDays, type Clock, DomainError, type EventBus, TimeZone, type Transactor } from '@trunkline/kernel';
import {
  FAILURES_MAX,
  type Export,
  type ExportErrorCode,
  type ExportFile,
  KEPT_DAYS,
  storageKeyOf,
} from '../domain/export';
import { RecordFile } from '../domain/record-file';
import { recordsOf } from './exports';
import {
  type ExportFiles,
  type ExportHints,
  type ExportRef,
  type ExportRepository,
  type ExportSources,
  SnapshotLost,
  type Snapshots,
} from './ports';

const PAUSE_SECONDS = 5;
const WAITING_MAX = 100;

/** The process stops. */
class Stopped extends Error {}

/** Errors of sources and files that another attempt would meet again. */
const REASONS: Readonly<Partial<Record<DomainError['kind'], ExportErrorCode>>> = {
  not_found: 'account_closed',
  invalid: 'filters_refused',
};

/**
 * Writes the files of exports. An attempt whose process dies is followed by another one, which writes a file of its own from the
 * start: only the last attempt may end the export. See docs/exports.md#files.
 */
export class RunExport {
  private isStopping = false;

  constructor(
    private readonly tx: Transactor,
    private readonly snapshots: Snapshots,
    private readonly exports: ExportRepository,
    private readonly sources: ExportSources,
    private readonly files: ExportFiles,
    private readonly hints: ExportHints,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the file of an export, unless it has ended. Returns false if another process has to: this one stops, or an attempt of an
   * export of its account is alive, or counts as alive because its process died a moment ago. Throws for an error that may pass.
   */
  async run(ref: ExportRef): Promise<boolean> {
    const begun = await this.exports.begin(ref, this.clock.now());
    return begun ? this.attempt(begun) : !isOpen(await this.exports.find(ref));
  }

  /** Returns false if the export is left to another process. */
  private async attempt(begun: Export): Promise<boolean> {
    const { attempts, failures } = begun;
    if (failures >= FAILURES_MAX) {
      await this.fail(begun, 'interrupted');
      return true;
    }
    let isOurs: boolean;
    try {
      isOurs = await this.exports.whileAlive(begun, async () => this.complete(begun, await this.write(begun)));
    } catch (error) {
      if (error instanceof Stopped) {
        await this.exports.leave(begun);
        return false;
      }
      await this.endWith(begun, error);
      return true;
    }
    // Not a part of the attempt: a file that cannot be deleted is no reason to write the export again.
    await this.removeFiles(begun, isOurs ? attempts - 1 : attempts, isOurs ? 1 : attempts);
    return true;
  }

  /** Ends an attempt that did not succeed. Throws the error if another attempt may. */
  private async endWith(begun: Export, error: unknown): Promise<void> {
    const reason = error instanceof DomainError ? REASONS[error.kind] : undefined;
    if (reason !== undefined) return this.fail(begun, reason);
    if (begun.failures + 1 >= FAILURES_MAX) await this.fail(begun, 'interrupted');
    // Another attempt has begun and removed the file of this one, which was taken for dead.
    else if (!(await this.exports.retry(begun, PAUSE_SECONDS * 2 ** (begun.failures + 1)))) return;
    throw error;
  }

  /** Leaves running exports to other processes, which begin anew. */
  stop(): void {
    this.isStopping = true;
  }

  /** Queues open exports that no process writes, such as those of a process that died. */
  async resume(): Promise<number> {
    const waiting = await this.exports.listWaiting(WAITING_MAX);
    await this.hints.add(waiting);
    return waiting.length;
  }

  /** Reads the replica, and the primary if that fails. */
  private async write(begun: Export): Promise<ExportFile> {
    try {
      return await this.writeFrom(begun, (work) => this.snapshots.ofReplica(work));
    } catch (error) {
      if (!(error instanceof SnapshotLost)) throw error;
      return this.writeFrom(begun, (work) => this.snapshots.ofPrimary(work));
    }
  }

  /** Reads one snapshot, in batches: memory stays bounded, and nothing that is written meanwhile appears. */
  private async writeFrom(begun: Export, snapshot: (work: () => Promise<void>) => Promise<void>): Promise<ExportFile> {
    const { accountId, kind, format, fields, timezone, attempts } = begun;
    const source = this.sources.of(kind);
    const file = new RecordFile(format, fields, TimeZone.of(timezone));
    let rowCount = 0;
    let isRepeated = false;
    const stored = await this.files.write(accountId, storageKeyOf(begun, attempts), (append) =>
      snapshot(async () => {
        // The file has a part of the former snapshot.
        if (isRepeated) throw new SnapshotLost('The snapshot was lost.');
        isRepeated = true;
        await append(file.head());
        for await (const records of source.read({ ...recordsOf(begun), fields })) {
          if (this.isStopping) throw new Stopped();
          rowCount += records.length;
          await append(file.textOf(records));
        }
      }),
    );
    return { rowCount, ...stored };
  }

  /** Returns false if another attempt has begun. */
  private complete(begun: Export, file: ExportFile): Promise<boolean> {
    const now = this.clock.now();
    const expiresAt = addDays(now, KEPT_DAYS);
    return this.tx.run(async () => {
      if (!(await this.exports.complete(begun, file, now, expiresAt))) return false;
      await this.events.publish(completedEvent(begun, file, expiresAt));
      return true;
    });
  }

  private async fail(begun: Export, errorCode: ExportErrorCode): Promise<void> {
    const isOurs = await this.tx.run(async () => {
      if (!(await this.exports.fail(begun, errorCode, this.clock.now()))) return false;
      await this.events.publish(failedEvent(begun, errorCode));
      return true;
    });
    // Otherwise the export has ended, perhaps with the file of this attempt whose commit was not confirmed, or another attempt has begun.
    if (isOurs) await this.removeFiles(begun, begun.attempts);
  }

  private async removeFiles(begun: Export, last: number, first = 1): Promise<void> {
    for (let attempt = first; attempt <= last; attempt++) await this.files.remove(storageKeyOf(begun, attempt));
  }
}

function isOpen(found: Export | null): boolean {
  return found?.status === 'pending' || found?.status === 'running';
}

export function completedEvent(
  { accountId, id, kind, format }: Pick<Export, 'accountId' | 'id' | 'kind' | 'format'>,
  { rowCount, sizeBytes, sha256 }: ExportFile,
  expiresAt: Date,
) {
  const file = {
    row_count: rowCount,
    size_bytes: sizeBytes,
    sha256,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
  };
  return { type: 'export.completed', accountId, data: { export_id: id, kind, format, ...file } } as const;
}

export function failedEvent(
  { accountId, id, kind, format }: Pick<Export, 'accountId' | 'id' | 'kind' | 'format'>,
  errorCode: ExportErrorCode,
) {
  return { type: 'export.failed', accountId, data: { export_id: id, kind, format, error_code: errorCode } } as const;
}
