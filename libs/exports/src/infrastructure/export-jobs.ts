import { newSigningSecret } from '@trunkline/kernel';
import {
  type CryptoBox,
  type Database,
  type JobQueues,
  type Log,
  type ReplicaReads,
  ReplicaUnavailable,
  SealedTexts,
} from '@trunkline/platform';
import {
  type CallbackSecrets,
  type ExportHints,
  type ExportRef,
  SnapshotLost,
  type Snapshots,
} from '../application/ports';

export const EXPORT_QUEUE = 'exports';

/** One job for each export. */
export class JobExportHints implements ExportHints {
  constructor(
    private readonly queues: JobQueues,
    private readonly log: Log,
  ) {}

  async add(refs: readonly ExportRef[]): Promise<void> {
    const jobs = refs.map(({ accountId, id }) => ({ id, name: 'export', data: { accountId, exportId: id } }));
    try {
      await this.queues.addBulk(EXPORT_QUEUE, jobs);
    } catch (error) {
      this.log.warn({ err: error, exports: jobs.length }, 'queue unavailable: exports wait');
    }
  }
}

export const CALLBACK_SECRET_PURPOSE = 'exports.callback_secret';

export class SealedCallbackSecrets extends SealedTexts implements CallbackSecrets {
  constructor(box: CryptoBox) {
    super(box, CALLBACK_SECRET_PURPOSE);
  }

  create(): string {
    return newSigningSecret();
  }
}

export class DatabaseSnapshots implements Snapshots {
  constructor(
    private readonly db: Database,
    private readonly reads: ReplicaReads,
  ) {}

  ofPrimary<T>(work: () => Promise<T>): Promise<T> {
    return this.db.run(work, 'repeatable read');
  }

  async ofReplica<T>(work: () => Promise<T>): Promise<T> {
    const { replica } = this.reads;
    if (!replica) return this.ofPrimary(work);
    try {
      return await replica.snapshot(work);
    } catch (error) {
      if (!(error instanceof ReplicaUnavailable)) throw error;
      throw new SnapshotLost('The replica cannot be read.', { cause: error });
    }
  }
}
