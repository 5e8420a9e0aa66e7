const FAULT_MAX = 200;

/** Returns why something could not be handled, as operators read it. */
export function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, FAULT_MAX);
}

/** Failures that follow each other before work is given up: the fault is not one of an item. */
const FAULTS_MAX = 20;

/** Does work for many items in batches. Where a batch fails, each item is done by itself, so that only the faulty ones are left. */
export class IsolatedBatches {
  private readonly faults = new Map<string, unknown>();

  /** The items that are left. */
  get left(): readonly string[] {
    return [...this.faults.keys()];
  }

  /** Returns the sum of what the work returns. Throws the fault of the batch when nothing but faults follows. */
  async run(ids: readonly string[], work: (id: string) => Promise<number>, ofBatch: unknown): Promise<number> {
    let [sum, inARow] = [0, 0];
    for (const id of ids) {
      try {
        sum += await work(id);
        inARow = 0;
      } catch (fault) {
        this.faults.set(id, fault);
        inARow += 1;
        if (inARow === FAULTS_MAX) throw ofBatch;
      }
    }
    return sum;
  }

  /** Throws an AggregateError that names what is left, if anything is. */
  end(what: string): void {
    if (this.faults.size > 0) throw new AggregateError(this.faults.values(), `${what}: ${this.left.join(', ')}`);
  }
}

/** Returns the sum of what the work returns for each. What fails keeps nothing else from being done, and is thrown at the end. */
export async function sumOfEach<T>(items: readonly T[], work: (item: T) => Promise<number>): Promise<number> {
  let sum = 0;
  const faults: unknown[] = [];
  for (const item of items)
    await work(item).then(
      (count) => (sum += count),
      (fault: unknown) => faults.push(fault),
    );
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} of ${items.length} have failed.`);
  return sum;
}
