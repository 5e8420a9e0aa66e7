import { collectingErrors } from '@trunkline/kernel';

const FAULT_MAX = 200;

/** Returns why something could not be handled, as operators read it. */
export function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\p{Cc}|\p{Cs}/gu, ' ').slice(0, FAULT_MAX);
}

/** Faults in a row after which a batch is left: the cause may be one of the database, and not of the items. */
const FAULTS_MAX = 20;
/** The work is given up after this many abandoned batches. */
const LEFT_BATCHES_MAX = 10;

interface IsolatedBatch {
  /** The sum of what the work has returned. */
  readonly sum: number;
  /** False if the batch was left: the next batch finds the rest of its items. */
  readonly isDone: boolean;
}

/**
 * Does work for many items in batches. Where a batch fails, the work is done for each of its items alone, so that only the faulty ones
 * are left. Gives up after ten batches that were abandoned after 20 faults in a row each, so that an unavailable database does not
 * get one statement per item.
 */
export class IsolatedBatches {
  private readonly faults = new Map<string, unknown>();
  private leftBatches = 0;

  /** The faulty items, which the next batch must not contain. */
  get left(): readonly string[] {
    return [...this.faults.keys()];
  }

  /** Does the work for each item of a batch that failed. Throws an AggregateError that names what is left to give up. */
  async run(ids: readonly string[], work: (id: string) => Promise<number>, ofBatch: unknown): Promise<IsolatedBatch> {
    let [sum, inARow] = [0, 0];
    for (const id of ids) {
      try {
        sum += await work(id);
        inARow = 0;
      } catch (fault) {
        this.faults.set(id, fault);
        inARow += 1;
      }
      if (inARow === FAULTS_MAX) {
        this.leftBatches += 1;
        if (this.leftBatches === LEFT_BATCHES_MAX)
          throw new AggregateError([ofBatch, ...this.faults.values()], `Given up: ${this.left.join(', ')}`);
        return { sum, isDone: false };
      }
    }
    return { sum, isDone: true };
  }

  /** Throws an AggregateError that names what is left, if anything is. */
  end(what: string): void {
    if (this.faults.size > 0) throw new AggregateError(this.faults.values(), `${what}: ${this.left.join(', ')}`);
  }
}

/** Returns the sum of what the work returns for each. What fails keeps nothing else from being done, and is thrown at the end. */
export async function sumOfEach<T>(items: readonly T[], work: (item: T) => Promise<number>): Promise<number> {
  let sum = 0;
  await collectingErrors(`of ${items.length} have failed`, async (attempt) => {
    for (const item of items) sum += (await attempt(() => work(item))) ?? 0;
  });
  return sum;
}
