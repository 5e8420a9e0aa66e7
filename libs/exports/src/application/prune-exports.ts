import { addDays, type Clock } from '@trunkline/kernel';
import { storageKeyOf } from '../domain/export';
import type { ExportAttempt, ExportFiles, ExportRepository } from './ports';

const BATCH = 100;
/** How long an export is listed after its creation. */
const LISTED_DAYS = 90;

/** Deletes files and exports whose time is over. Safe to run on any number of workers. */
export class PruneExports {
  constructor(
    private readonly exports: ExportRepository,
    private readonly files: ExportFiles,
    private readonly clock: Clock,
  ) {}

  /** Deletes the files of expired exports, exports after 90 days, and what killed workers have left. Returns how many exports. */
  async prune(): Promise<number> {
    try {
      return await this.pruneExports(this.clock.now());
    } finally {
      // What was left on this machine does not depend on the storage.
      await this.files.sweep();
    }
  }

  private async pruneExports(now: Date): Promise<number> {
    let pruned = 0;
    for (let count = BATCH; count === BATCH; pruned += count) {
      const expired = await this.exports.listExpired(now, BATCH);
      for (const each of expired) {
        await this.removeFiles(each);
        await this.exports.expire(each);
      }
      count = expired.length;
    }
    for (let count = BATCH; count === BATCH; pruned += count) {
      const ended = await this.exports.listEnded(addDays(now, -LISTED_DAYS), BATCH);
      for (const each of ended) await this.delete(each);
      count = ended.length;
    }
    return pruned;
  }

  /** Deletes everything of a closed account. Safe to repeat. */
  async deleteAll(accountId: string): Promise<void> {
    for (const each of await this.exports.listOf(accountId)) await this.delete(each);
  }

  /** Deletes the files before their export, also those of failed attempts: afterwards, nothing would know of them. */
  private async delete(of: ExportAttempt): Promise<void> {
    await this.removeFiles(of);
    await this.exports.delete(of);
  }

  private async removeFiles(of: ExportAttempt): Promise<void> {
    for (let attempt = 1; attempt <= of.attempts; attempt++) await this.files.remove(storageKeyOf(of, attempt));
  }
}
