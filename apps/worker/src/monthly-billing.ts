import { BILLING_LANES, type BillNumbers } from '@trunkline/numbering';
import type { Log, Metrics } from '@trunkline/platform';

/** Bills the numbers whose month is due, each lane by itself, and tells operators what came of it. */
export class MonthlyBilling {
  private readonly counted;

  constructor(
    private readonly numbers: BillNumbers,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.counted = metrics.counter({
      name: 'trunkline_number_billing_total',
      help: 'Months of numbers that were charged, refusals to pay one, and numbers suspended for it.',
      labels: ['outcome'],
    });
  }

  /** Of a schedule: the workers share the lanes. */
  get inLanes() {
    return { parts: BILLING_LANES, run: (lane: number) => this.execute(lane) };
  }

  async execute(lane: number): Promise<void> {
    const { charged, refused, suspended } = await this.numbers.execute([lane]);
    this.counted.inc({ outcome: 'charged' }, charged);
    this.counted.inc({ outcome: 'refused' }, refused);
    this.counted.inc({ outcome: 'suspended' }, suspended);
    if (charged + refused > 0) this.log.info({ lane, charged, refused, suspended }, 'numbers were billed');
  }
}
