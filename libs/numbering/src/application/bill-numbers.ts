import { type Clock, type Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../domain/phone-number';
import type { BillingCounts, BillNumber } from './bill-number';
import type { DueNumbers, PhoneNumberRepository } from './ports';

const BATCH = 100;
/** Errors that are kept to be told; the others are counted. */
const TOLD_MAX = 20;
const NONE: DueNumbers = { numbers: [], next: null };

/**
 * The monthly-billing job: charges every month that is due, once, whatever happens. A batch is one transaction: its
 * numbers are locked, charged and changed together, or nothing is. Any number of workers may run it at once, each on
 * numbers of its own; killed anywhere, the next run goes on.
 */
export class BillNumbers {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly billing: BillNumber,
    private readonly clock: Clock,
  ) {}

  /** Bills all that it can, and then rejects if there was a number that it could not. */
  async execute(): Promise<BillingCounts> {
    const tally = new Tally();
    let from: string | null = null;
    do from = await this.billFrom(from, BATCH, tally);
    while (from !== null);
    return tally.result();
  }

  /** Returns where to go on. A batch that fails is billed one by one, so that one number does not keep the others. */
  private async billFrom(from: string | null, limit: number, tally: Tally): Promise<string | null> {
    let due = NONE;
    try {
      const counts = await this.tx.run(async () => {
        due = NONE;
        due = await this.numbers.lockDueForBilling(this.clock.now(), from, limit);
        return this.billAll(due.numbers);
      });
      counts.forEach((count) => tally.add(count));
      return due.next;
    } catch (error) {
      if (due.numbers.length === 0) throw error;
      if (limit > 1) return this.billEach(from, due.numbers.length, tally);
      tally.fault(error);
      return due.next;
    }
  }

  private async billEach(from: string | null, count: number, tally: Tally): Promise<string | null> {
    let next = await this.billFrom(from, 1, tally);
    for (let left = count - 1; left > 0 && next !== null; left--) next = await this.billFrom(next, 1, tally);
    return next;
  }

  /** In the order of the accounts: whoever locks several wallets locks them in one order. */
  private async billAll(numbers: readonly PhoneNumber[]): Promise<readonly BillingCounts[]> {
    const counts: BillingCounts[] = [];
    for (const number of [...numbers].sort(byAccount)) counts.push(await this.billing.execute(number));
    await this.numbers.saveBilled(numbers);
    return counts;
  }
}

/** What a run has come to; it stays small, however many numbers there are. */
class Tally {
  private charged = 0;
  private refused = 0;
  private suspended = 0;
  private faults = 0;
  private readonly told: unknown[] = [];

  add(counts: BillingCounts): void {
    this.charged += counts.charged;
    this.refused += counts.refused;
    this.suspended += counts.suspended;
  }

  fault(error: unknown): void {
    this.faults += 1;
    if (this.told.length < TOLD_MAX) this.told.push(error);
  }

  result(): BillingCounts {
    const { charged, refused, suspended, faults } = this;
    if (faults > 0) throw new AggregateError(this.told, `${faults} numbers could not be billed.`);
    return { charged, refused, suspended };
  }
}

function byAccount(a: PhoneNumber, b: PhoneNumber): number {
  if (a.accountId === b.accountId) return 0;
  return a.accountId < b.accountId ? -1 : 1;
}
