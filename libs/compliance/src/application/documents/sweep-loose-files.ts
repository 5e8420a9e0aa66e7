import { addSeconds, type Clock } from '@trunkline/kernel';
import type { DocumentStorage, LooseFiles } from './ports';

/** Longer than any upload takes. */
const UPLOAD_MAX_SECONDS = 3600;
const BATCH = 100;

/** Deletes the files of interrupted uploads and deletions. Safe to run on any number of workers. */
export class SweepLooseFiles {
  constructor(
    private readonly looseFiles: LooseFiles,
    private readonly storage: DocumentStorage,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns how many files were deleted. Continues after a file that cannot be deleted, which is left to the next run, and
   * rejects at the end with the number of such files. Stops at a batch of which no file can be deleted if the storage is
   * unavailable.
   */
  async sweep(): Promise<number> {
    const before = addSeconds(this.clock.now(), -UPLOAD_MAX_SECONDS);
    const faults: unknown[] = [];
    let deleted = 0;
    for (let after = '', more = true; more; ) {
      const keys = await this.looseFiles.beginRemoval(before, after, BATCH);
      const removed = await this.removeAll(keys, faults);
      await this.looseFiles.forget(removed);
      deleted += removed.length;
      after = keys.at(-1) ?? after;
      more = keys.length === BATCH && (removed.length > 0 || (await this.isAvailable()));
    }
    if (faults.length > 0) {
      const counts = `${String(faults.length)} files could not be deleted, ${String(deleted)} were.`;
      throw new Error(`${counts} The first error: ${String(faults[0])}`, { cause: faults[0] });
    }
    return deleted;
  }

  private isAvailable(): Promise<boolean> {
    return this.storage.check().then(
      () => true,
      () => false,
    );
  }

  private async removeAll(keys: readonly string[], faults: unknown[]): Promise<string[]> {
    const removed: string[] = [];
    for (const key of keys) {
      try {
        await this.storage.remove(key);
        removed.push(key);
      } catch (error) {
        faults.push(error);
      }
    }
    return removed;
  }
}
