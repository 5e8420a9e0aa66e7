import type { Transactor } from '@trunkline/kernel';
import type { DocumentStorage, LooseFiles } from './ports';

/** Deletes the files of deleted documents. */
export class RemovedFiles {
  constructor(
    private readonly tx: Transactor,
    private readonly storage: DocumentStorage,
    private readonly looseFiles: LooseFiles,
  ) {}

  /** Registers files in the caller's transaction, and deletes them after it has committed. */
  async add(accountId: string, storageKeys: readonly string[]): Promise<void> {
    await this.looseFiles.addRemoved(accountId, storageKeys);
    this.tx.afterCommit(() => void this.delete(storageKeys));
  }

  /** A file that cannot be deleted is left to `SweepLooseFiles`. */
  private async delete(storageKeys: readonly string[]): Promise<void> {
    try {
      for (const key of storageKeys) {
        await this.storage.remove(key);
        await this.looseFiles.forget([key]);
      }
    } catch {
      return;
    }
  }
}
