import { type Database, selectGiven } from '@trunkline/platform';
import type { CheckoutRepository } from '../../application/checkout/ports';
import type { Claim } from '../../application/ports';
import type { Checkout, CheckoutStep } from '../../domain/checkout/checkout';
import { CheckoutItemSchema, CheckoutSchema } from './checkout.schema';

/** $1: JSON array of items. */
const SAVE_ITEMS = `UPDATE numbering.checkout_items i
  SET offer = e.offer, order_id = e.order_id, status = e.status, error_code = e.error_code,
    error_message = e.error_message, charged_cents = e.charged_cents
  FROM (${selectGiven(CheckoutItemSchema)}) AS e
  WHERE i.checkout_id = e.checkout_id AND i.cart_item_id = e.cart_item_id`;
const HAS_OPEN = `SELECT FROM numbering.checkouts WHERE account_id = $1 AND status IN ('quoting', 'ordering') LIMIT 1`;
const CLAIM_DUE = `UPDATE numbering.checkouts SET next_check_at = $2
  WHERE id IN (SELECT id FROM numbering.checkouts WHERE next_check_at <= $1
               ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING id`;
const LOG = `INSERT INTO numbering.checkout_steps (checkout_id, step, at) VALUES ($1, $2, $3)`;

export class StoredCheckouts implements CheckoutRepository {
  constructor(private readonly db: Database) {}

  async add(checkout: Checkout): Promise<void> {
    await this.db.table(CheckoutSchema).add(checkout);
    await this.db.table(CheckoutItemSchema).add(checkout.items);
  }

  async save(checkout: Checkout): Promise<void> {
    await this.db.write(SAVE_ITEMS, [JSON.stringify(checkout.items)]);
    await this.db.table(CheckoutSchema).save(checkout);
  }

  get(id: string): Promise<Checkout> {
    return this.db.together(() => this.read(id));
  }

  lock(id: string): Promise<Checkout> {
    return this.read(id, 'FOR UPDATE');
  }

  /** The items follow the lock in a statement of their own, which sees what was committed while it waited. */
  private async read(id: string, lock = ''): Promise<Checkout> {
    const [checkout, items] = await Promise.all([
      this.db.table(CheckoutSchema).get(`id = $1 ${lock}`, [id]),
      this.db.table(CheckoutItemSchema).query('checkout_id = $1 ORDER BY position', [id]),
    ]);
    return checkout.withItems(items);
  }

  async findByOperation(accountId: string, operationId: string): Promise<Checkout | null> {
    const where = 'account_id = $1 AND operation_id = $2';
    const checkout = await this.db.table(CheckoutSchema).find(where, [accountId, operationId]);
    return checkout && this.get(checkout.id);
  }

  async hasOpen(accountId: string): Promise<boolean> {
    return (await this.db.find(HAS_OPEN, [accountId])) !== null;
  }

  async claimDue({ now, leaseUntil, limit }: Claim): Promise<string[]> {
    return (await this.db.query<{ id: string }>(CLAIM_DUE, [now, leaseUntil, limit])).map(({ id }) => id);
  }

  log(checkoutId: string, step: CheckoutStep, at: Date): Promise<void> {
    return this.db.write(LOG, [checkoutId, step, at]);
  }
}
