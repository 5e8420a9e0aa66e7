import type { BillNumbers } from '@trunkline/numbering';
import type { Log, Metrics } from '@trunkline/platform';

/** Charges the numbers whose month is due, one lane at a time, and reports the outcome in the log and in a metric. */
export class MonthlyBilling {
  private readonly counted;

  constructor(
    private readonly numbers: BillNumbers,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.counted = metrics.counter({
      name: 'trunkline_number_billing_total',
      help: 'Months of numbers by outcome: charged, refused, or number suspended for non-payment.',
      labels: ['outcome'],
    });
  }

  /** The members of a schedule that distribute the lanes among the workers. */
  get inLanes() {
    return { parts: this.numbers.lanes, run: (lane: number) => this.bill(lane) };
  }

  async bill(lane: number): Promise<void> {
    const { charged, refused, suspended } = await this.numbers.bill([lane]);
    this.counted.inc({ outcome: 'charged' }, charged);
    this.counted.inc({ outcome: 'refused' }, refused);
    this.counted.inc({ outcome: 'suspended' }, suspended);
    if (charged + refused > 0) this.log.info({ lane, charged, refused, suspended }, 'numbers were billed');
  }
}
