import { type Clock, type Transactor } from '@trunkline/kernel';
import type { PhoneNumber } from '../../domain/lifecycle/phone-number';
import type { BillDueMonths, BillingCounts } from './bill-due-months';
import { BILLING_LANES, type DueNumbersPage, type PhoneNumberRepository } from '../ports';

const BATCH = 250;
/** Maximum number of errors reported in full. */
const REPORTED_ERRORS_MAX = 20;
const NONE: DueNumbersPage = { numbers: [], next: null };
const ALL_LANES = Array.from({ length: BILLING_LANES }, (_, lane) => lane);

interface Batch {
  readonly lane: number;
  readonly from: string | null;
  readonly limit: number;
}

/**
 * Charges every due month once. A batch is one transaction. Safe to run on any number of workers, which skip each other's
 * numbers; workers on different lanes never wait for the same wallet. The next run continues after a crash.
 * See docs/numbers.md#billing.
 */
export class BillNumbers {
  /** Number of billing lanes. */
  readonly lanes = BILLING_LANES;

  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly months: BillDueMonths,
    private readonly clock: Clock,
  ) {}

  /** Bills all due numbers of the lanes. Rejects at the end when some could not be billed. */
  async bill(lanes: readonly number[] = ALL_LANES): Promise<BillingCounts> {
    const tally = new BillingTally();
    for (const lane of lanes) {
      let from: string | null = null;
      do from = await this.billBatch({ lane, from, limit: BATCH }, tally);
      while (from !== null);
    }
    return tally.result();
  }

  /** Returns where the next batch starts. Splits a failed batch in halves, so that a fault affects one number. */
  private async billBatch(batch: Batch, tally: BillingTally): Promise<string | null> {
    let due = NONE;
    try {
      const counts = await this.tx.run(async () => {
        due = NONE;
        due = await this.numbers.lockDueForBilling({ ...batch, now: this.clock.now() });
        return this.months.bill([...due.numbers].sort(byAccount));
      });
      tally.add(counts);
      return due.next;
    } catch (error) {
      if (due.numbers.length === 0) throw error;
      if (batch.limit > 1) return this.billHalves({ ...batch, limit: due.numbers.length }, tally);
      tally.addError(error);
      return due.next;
    }
  }

  private async billHalves({ limit, ...batch }: Batch, tally: BillingTally): Promise<string | null> {
    const first = Math.ceil(limit / 2);
    const next = await this.billBatch({ ...batch, limit: first }, tally);
    return next === null || limit === first
      ? next
      : this.billBatch({ ...batch, from: next, limit: limit - first }, tally);
  }
}

/** The result of a run, in constant space. */
class BillingTally {
  private charged = 0;
  private refused = 0;
  private suspended = 0;
  private failed = 0;
  private readonly errors: unknown[] = [];

  add(counts: BillingCounts): void {
    this.charged += counts.charged;
    this.refused += counts.refused;
    this.suspended += counts.suspended;
  }

  addError(error: unknown): void {
    this.failed += 1;
    if (this.errors.length < REPORTED_ERRORS_MAX) this.errors.push(error);
  }

  result(): BillingCounts {
    const { charged, refused, suspended, failed } = this;
    if (failed > 0) throw new AggregateError(this.errors, `${failed} numbers could not be billed.`);
    return { charged, refused, suspended };
  }
}

/** Orders numbers by account, and those of an account by due time. */
function byAccount(a: PhoneNumber, b: PhoneNumber): number {
  if (a.accountId === b.accountId) return a.nextBillingAt.getTime() - b.nextBillingAt.getTime();
  return a.accountId < b.accountId ? -1 : 1;
}
