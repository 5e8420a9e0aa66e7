import type { DocumentStorage, LooseFiles } from './ports';

/** Deletes files that are registered as removed. A file that cannot be deleted is left to `SweepLooseFiles`. */
export async function deleteFiles(
  storageKeys: readonly string[],
  storage: DocumentStorage,
  looseFiles: LooseFiles,
): Promise<void> {
  try {
    for (const key of storageKeys) {
      await storage.remove(key);
      await looseFiles.forget([key]);
    }
  } catch {
    return;
  }
}
