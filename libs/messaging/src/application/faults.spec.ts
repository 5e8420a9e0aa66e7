import { IsolatedBatches } from './faults';

const BATCH = 50;
const OF_BATCH = new Error('The batch failed.');

describe('IsolatedBatches', () => {
  let tried: string[];
  beforeEach(() => {
    tried = [];
  });

  const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => String(n));
  const workExcept =
    (isFaulty: (n: number) => boolean) =>
    (id: string): Promise<number> => {
      tried.push(id);
      return isFaulty(Number(id)) ? Promise.reject(new Error(`${id} is faulty.`)) : Promise.resolve(1);
    };
  /** Works off all items as their callers do, where each batch fails as a whole. Returns the sum. */
  const runAll = async (batches: IsolatedBatches, items: readonly string[], isFaulty: (n: number) => boolean) => {
    let total = 0;
    for (let mayBeMore = true; mayBeMore; ) {
      const ids = items.filter((id) => !batches.left.includes(id) && !tried.includes(id)).slice(0, BATCH);
      const { sum, isDone } = await batches.run(ids, workExcept(isFaulty), OF_BATCH);
      total += sum;
      mayBeMore = !isDone || ids.length === BATCH;
    }
    return total;
  };

  it('do the work for each item of a batch, and name the faulty ones at the end', async () => {
    const batches = new IsolatedBatches();
    const isFaulty = (n: number) => n % 20 === 7;
    expect(await batches.run(itemsOf(BATCH), workExcept(isFaulty), OF_BATCH)).toEqual({ sum: 47, isDone: true });
    expect(batches.left).toEqual(['7', '27', '47']);
    expect(() => batches.end('Items were left')).toThrow('Items were left: 7, 27, 47');
    expect(() => new IsolatedBatches().end('Items were left')).not.toThrow();
  });

  it('leave a batch after 20 faults in a row, and do the rest of it with the next one', async () => {
    const batches = new IsolatedBatches();
    const items = itemsOf(30);
    expect(
      await batches.run(
        items,
        workExcept((n) => n < 20),
        OF_BATCH,
      ),
    ).toEqual({ sum: 0, isDone: false });
    expect(tried).toEqual(items.slice(0, 20));
    expect(await runAll(batches, items, (n) => n < 20)).toBe(10);
    expect(batches.left).toEqual(items.slice(0, 20));
  });

  it('do what stands behind 199 faulty items', async () => {
    const batches = new IsolatedBatches();
    expect(await runAll(batches, itemsOf(250), (n) => n < 199)).toBe(51);
    expect(batches.left).toHaveLength(199);
  });

  it('give up after ten batches that were left, and name the faulty items and the fault of the batch', async () => {
    const batches = new IsolatedBatches();
    const givenUp = await runAll(batches, itemsOf(1_000), () => true).catch((error: unknown) => error);
    expect(tried).toHaveLength(200);
    expect(givenUp).toMatchObject({ message: `Given up: ${tried.join(', ')}`, errors: { length: 201, 0: OF_BATCH } });
  });
});
