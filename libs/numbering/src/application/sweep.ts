/** Looks after each item, whatever happens to the others, and then rejects with all that went wrong. Returns how many there were. */
export async function sweep<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const faults: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${items.length} could not be finished.`);
  return items.length;
}

/** Works through the items, so many at a time; the results keep their order. */
export async function inGroups<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += size) {
    results.push(...(await Promise.all(items.slice(start, start + size).map(work))));
  }
  return results;
}
