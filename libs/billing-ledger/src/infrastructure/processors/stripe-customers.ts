import type { Database } from '@trunkline/platform';

/** Maps accounts to Stripe customers. */
export abstract class StripeCustomers {
  abstract find(accountId: string): Promise<string | null>;
  /** Stores the first customer of an account, and returns it. */
  abstract keep(accountId: string, customerId: string): Promise<string>;
}

const FIND = `SELECT customer_id AS id FROM billing.processor_customers WHERE account_id = $1 AND processor = 'stripe'`;
const KEEP = `INSERT INTO billing.processor_customers AS kept (account_id, processor, customer_id)
  VALUES ($1, 'stripe', $2)
  ON CONFLICT (account_id, processor) DO UPDATE SET customer_id = kept.customer_id
  RETURNING customer_id AS id`;

interface Customer {
  readonly id: string;
}

export class StoredStripeCustomers implements StripeCustomers {
  constructor(private readonly db: Database) {}

  async find(accountId: string): Promise<string | null> {
    return (await this.db.find<Customer>(FIND, [accountId]))?.id ?? null;
  }

  async keep(accountId: string, customerId: string): Promise<string> {
    return (await this.db.get<Customer>(KEEP, [accountId, customerId])).id;
  }
}
