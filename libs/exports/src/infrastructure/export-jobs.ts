import { newSigningSecret } from '@trunkline/kernel';
import type { CryptoBox, JobQueues, Log } from '@trunkline/platform';
import type { CallbackSecrets, ExportHints, ExportRef } from '../application/ports';

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

/** Seals secrets for one export: a value copied to another row cannot be opened. */
export class SealedCallbackSecrets implements CallbackSecrets {
  constructor(private readonly box: CryptoBox) {}

  create(): string {
    return newSigningSecret();
  }

  seal(exportId: string, secret: string): string {
    return this.box.seal(CALLBACK_SECRET_PURPOSE, secret, exportId);
  }

  open(exportId: string, sealed: string): string {
    return this.box.open(CALLBACK_SECRET_PURPOSE, sealed, exportId).toString();
  }
}
