import { type Clock, type Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { BillDueMonths, BillingCounts } from './bill-due-months';
import { BILLING_LANES, type DueNumbers, type PhoneNumberRepository } from '../ports';

const BATCH = 250;
/** Errors that are kept to be told; the others are counted. */
const TOLD_MAX = 20;
const NONE: DueNumbers = { numbers: [], next: null };
const EVERY_LANE = Array.from({ length: BILLING_LANES }, (_, lane) => lane);

interface Batch {
  readonly lane: number;
  readonly from: string | null;
  readonly limit: number;
}

/**
 * The monthly-billing job: charges every month that is due, once, whatever happens. A batch is one transaction: its
 * numbers are locked, charged and changed together, or nothing is. Any number of workers may run it at once, each on
 * numbers of its own; on lanes of their own they do not wait for each other's wallets either. Killed anywhere, the next
 * run goes on.
 */
export class BillNumbers {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly months: BillDueMonths,
    private readonly clock: Clock,
  ) {}

  /** Bills all that it can of the lanes, and then rejects if there was a number that it could not. */
  async execute(lanes: readonly number[] = EVERY_LANE): Promise<BillingCounts> {
    const tally = new Tally();
    for (const lane of lanes) {
      let from: string | null = null;
      do from = await this.bill({ lane, from, limit: BATCH }, tally);
      while (from !== null);
    }
    return tally.result();
  }

  /** Returns where to go on. A batch that fails is billed in halves, so that one number does not keep the others. */
  private async bill(batch: Batch, tally: Tally): Promise<string | null> {
    let due = NONE;
    try {
      const counts = await this.tx.run(async () => {
        due = NONE;
        due = await this.numbers.lockDueForBilling({ ...batch, now: this.clock.now() });
        return this.months.execute([...due.numbers].sort(byAccount));
      });
      tally.add(counts);
      return due.next;
    } catch (error) {
      if (due.numbers.length === 0) throw error;
      if (batch.limit > 1) return this.billHalves({ ...batch, limit: due.numbers.length }, tally);
      tally.fault(error);
      return due.next;
    }
  }

  private async billHalves({ limit, ...batch }: Batch, tally: Tally): Promise<string | null> {
    const first = Math.ceil(limit / 2);
    const next = await this.bill({ ...batch, limit: first }, tally);
    return next === null || limit === first ? next : this.bill({ ...batch, from: next, limit: limit - first }, tally);
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

/** The numbers of an account spend its balance in the order in which they became due. */
function byAccount(a: PhoneNumber, b: PhoneNumber): number {
  if (a.accountId === b.accountId) return a.nextBillingAt.getTime() - b.nextBillingAt.getTime();
  return a.accountId < b.accountId ? -1 : 1;
}
