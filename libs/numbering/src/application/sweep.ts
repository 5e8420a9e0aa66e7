/** Number of items processed concurrently. */
const CONCURRENCY = 5;
/** Maximum number of errors reported in full. */
const REPORTED_ERRORS_MAX = 10;

/**
 * Claims all items, a batch at a time, and processes them concurrently. Returns how many there were. A failed item does
 * not stop the others; the sweep rejects at the end. `claim` must not return an item twice.
 */
export async function sweep<T>(
  claim: (limit: number) => Promise<readonly T[]>,
  batch: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const errors: unknown[] = [];
  let count = 0;
  let failed = 0;
  const attempt = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (error) {
      failed += 1;
      if (errors.length < REPORTED_ERRORS_MAX) errors.push(error);
    }
  };
  for (let claimed = batch; claimed === batch; count += claimed) {
    claimed = (await inGroups(await claim(batch), CONCURRENCY, attempt)).length;
  }
  if (failed === 0) return count;
  throw new AggregateError(errors, `${failed} of ${count} could not be finished.`);
}

/** Processes the items in concurrent groups of `size`. Returns the results in the order of the items. */
export async function inGroups<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  }
  return results;
}
