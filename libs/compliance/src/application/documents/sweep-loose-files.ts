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

  /** Returns how many files were deleted. */
  async execute(): Promise<number> {
    const before = addSeconds(this.clock.now(), -UPLOAD_MAX_SECONDS);
    let count = 0;
    for (let more = true; more; ) {
      const keys = await this.looseFiles.beginRemoval(before, BATCH);
      for (const key of keys) {
        await this.storage.remove(key);
        await this.looseFiles.forget(key);
      }
      count += keys.length;
      more = keys.length === BATCH;
    }
    return count;
  }
}
