import type { ErasedRecords } from './personal-data';

/** Records per transaction. */
const BATCH = 500;

/**
 * Deletes what the closure of an account leaves behind: sealed values and files that cannot be opened any more. Safe to run
 * on any number of workers. See docs/compliance.md#personal-data.
 */
export class DeleteErasedData {
  constructor(private readonly records: ErasedRecords) {}

  /** Returns how many documents and end users were deleted. `SweepLooseFiles` deletes the files of the documents. */
  async delete(): Promise<number> {
    const documents = await deleteAll((limit) => this.records.deleteDocuments(limit));
    return documents + (await deleteAll((limit) => this.records.eraseEndUsers(limit)));
  }
}

async function deleteAll(deleteBatch: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (let deleted = BATCH; deleted === BATCH; total += deleted) deleted = await deleteBatch(BATCH);
  return total;
}
