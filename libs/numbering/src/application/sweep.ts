/** How many are looked after at once. */
const WIDTH = 5;
/** More faults than these tell nothing new. */
const TOLD_MAX = 10;

/**
 * Claims everything there is, a batch at a time, and looks after each, some at once and whatever happens to the others;
 * then rejects with what went wrong. What is claimed must not be given out again by the same `claim`. Returns how many
 * there were.
 */
export async function sweep<T>(
  claim: (limit: number) => Promise<readonly T[]>,
  batch: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const tally = { count: 0, failed: 0, told: [] as unknown[] };
  const attempt = async (item: T): Promise<void> => {
    try {
      await work(item);
    } catch (error) {
      tally.failed += 1;
      if (tally.told.length < TOLD_MAX) tally.told.push(error);
    }
  };
  for (let claimed = batch; claimed === batch; tally.count += claimed) {
    claimed = (await inGroups(await claim(batch), WIDTH, attempt)).length;
  }
  if (tally.failed === 0) return tally.count;
  throw new AggregateError(tally.told, `${tally.failed} of ${tally.count} could not be finished.`);
}

/** Works through the items, so many at a time; the results keep their order. */
export async function inGroups<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  }
  return results;
}
