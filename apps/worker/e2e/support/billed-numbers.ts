import type { Database } from '@trunkline/platform';

export interface Owned {
  readonly count?: number;
  readonly priceCents?: number;
  /** When the first month that is not paid begins, from now by the clock of the test; an interval of PostgreSQL. */
  readonly dueIn?: string;
}

interface State {
  readonly status: string;
  readonly billed_months: number;
  readonly failed_billing_attempts: number;
  readonly last_billing_failure_code: string | null;
  /** In whole days from now, by the clock of the test. */
  readonly release_in_days: number | null;
}

/** Numbers as if they had been bought a month ago, and what billing has made of them. */
export class BilledNumbers {
  private made = 0;

  constructor(private readonly db: Database) {}

  /** Returns their ids. */
  async own(accountId: string, { count = 1, priceCents = 100, dueIn = '-1 hour' }: Owned = {}): Promise<string[]> {
    const first = this.made + 1;
    this.made += count;
    const rows = await this.db.query<{ id: string }>(
      `INSERT INTO numbering.phone_numbers (id, account_id, order_id, supplier, e164, country, number_type, capabilities,
         monthly_price_cents, setup_price_cents, status, suspended_for, requires_activation, assigned_at,
         billing_anchor_at, billed_months, next_billing_at, failed_billing_attempts, deletion_lock, updated_at)
       SELECT 'num_' || lpad(n::text, 8, '0'), $1, 'ord_' || n, 'sandbox', '+1212' || 5000000 + n, 'US', 'geographic',
         '{voice}', $2, 0, 'active', '{}', false, due - interval '1 month', due - interval '1 month', 1, due, 0, false, due
       FROM generate_series($3::integer, $3::integer + $4::integer - 1) AS n, 
         (SELECT now() + offset_s * interval '1 second' + $5::interval AS due FROM platform.test_clock) AS d
       RETURNING id`,
      [accountId, priceCents, first, count, dueIn],
    );
    return rows.map(({ id }) => id);
  }

  /** Nothing of the test before is billed in the next one. */
  async forget(): Promise<void> {
    await this.db.query(`DELETE FROM numbering.phone_numbers`);
  }

  async state(id: string): Promise<State | null> {
    return this.db.find<State>(
      `SELECT status, billed_months, failed_billing_attempts, last_billing_failure_code,
         floor((extract(epoch FROM release_scheduled_at - now()) - offset_s) / 86400)::integer AS release_in_days
       FROM numbering.phone_numbers, platform.test_clock WHERE id = $1`,
      [id],
    );
  }

  /** The references of the account's charges for numbers, in the order in which they were posted. */
  async charges(accountId: string): Promise<string[]> {
    const rows = await this.db.query<{ reference: string }>(
      `SELECT reference FROM billing.transactions WHERE account_id = $1 AND related_kind = 'number' ORDER BY created_at`,
      [accountId],
    );
    return rows.map(({ reference }) => reference);
  }

  /** Numbers of the account whose months are not those that were charged. */
  async halfBilled(accountId: string): Promise<number> {
    const rows = await this.db.query(
      `SELECT FROM numbering.phone_numbers AS n WHERE account_id = $1 AND billed_months <> 1 + (
         SELECT count(*) FROM billing.transactions AS t WHERE t.account_id = $1 AND t.related_id = n.id)`,
      [accountId],
    );
    return rows.length;
  }

  /** What was published about the account's numbers, in its order; the clock's jumps prune what is old. */
  async published(accountId: string): Promise<string[]> {
    const rows = await this.db.query<{ type: string }>(
      `SELECT type FROM platform.outbox WHERE account_id = $1 AND type LIKE 'number.%' ORDER BY seq`,
      [accountId],
    );
    return rows.map(({ type }) => type);
  }

  /** Returns the history of the number, oldest first. */
  async history(id: string): Promise<string[]> {
    const rows = await this.db.query<{ action: string }>(
      `SELECT action FROM numbering.number_history WHERE number_id = $1 ORDER BY at, id`,
      [id],
    );
    return rows.map(({ action }) => action);
  }
}
