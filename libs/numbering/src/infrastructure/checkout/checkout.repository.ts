import { CommonErrors } from '@trunkline/kernel';
import { type Database, insertRows, selectRow, selectRows, updateRows } from '@trunkline/platform';
import type { CheckoutRepository } from '../../application/checkout/ports';
import type { Claim } from '../../application/ports';
import type { Checkout, CheckoutStep } from '../../domain/checkout/checkout';
import { CheckoutItemSchema, CheckoutSchema } from './checkout.schema';

/** $1 checkout, $2 JSON array of its items. */
const SAVE_ITEMS = `UPDATE numbering.checkout_items i
  SET offer = e.offer, order_id = e."orderId", status = e.status, error_code = e."errorCode",
    error_message = e."errorMessage", charged_cents = e."chargedCents"
  FROM jsonb_to_recordset($2::jsonb) AS e ("cartItemId" text, offer jsonb, "orderId" text, status text, "errorCode" text,
    "errorMessage" text, "chargedCents" bigint)
  WHERE i.checkout_id = $1 AND i.cart_item_id = e."cartItemId"`;

export class StoredCheckouts implements CheckoutRepository {
  constructor(private readonly db: Database) {}

  async add(checkout: Checkout): Promise<void> {
    await insertRows(this.db, CheckoutSchema, [checkout]);
    await insertRows(this.db, CheckoutItemSchema, checkout.items);
  }

  async save({ id, items, status, holdId, chargedCents, nextCheckAt, completedAt }: Checkout): Promise<void> {
    await this.db.write(SAVE_ITEMS, [id, JSON.stringify(items)]);
    const set = { status, holdId, chargedCents, nextCheckAt, completedAt };
    await updateRows(this.db, CheckoutSchema, [{ where: { id }, set }]);
  }

  get(id: string): Promise<Checkout> {
    return this.read(id, false);
  }

  lock(id: string): Promise<Checkout> {
    return this.read(id, true);
  }

  /** The items follow the lock in a statement of their own, which sees what was committed while it waited. */
  private async read(id: string, forUpdate: boolean): Promise<Checkout> {
    const [checkout, items] = await Promise.all([
      selectRow(this.db, CheckoutSchema, { where: { id }, forUpdate }),
      selectRows(this.db, CheckoutItemSchema, { where: { checkoutId: id }, orderBy: 'position' }),
    ]);
    if (!checkout) throw CommonErrors.not_found();
    return checkout.withItems(items);
  }

  async findByOperation(accountId: string, operationId: string): Promise<Checkout | null> {
    const checkout = await selectRow(this.db, CheckoutSchema, { where: { accountId, operationId } });
    return checkout && this.get(checkout.id);
  }

  async hasOpen(accountId: string): Promise<boolean> {
    const [row] = await this.db.query(
      `SELECT FROM numbering.checkouts WHERE account_id = $1 AND status IN ('quoting', 'ordering') LIMIT 1`,
      [accountId],
    );
    return row !== undefined;
  }

  async claimDue({ now, leaseUntil, limit }: Claim): Promise<string[]> {
    const claimed = await this.db.query<{ id: string }>(
      `UPDATE numbering.checkouts SET next_check_at = $2
       WHERE id IN (SELECT id FROM numbering.checkouts WHERE next_check_at <= $1
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return claimed.map(({ id }) => id);
  }

  async log(checkoutId: string, step: CheckoutStep, at: Date): Promise<void> {
    await this.db.write(`INSERT INTO numbering.checkout_steps (checkout_id, step, at) VALUES ($1, $2, $3)`, [
      checkoutId,
      step,
      at,
    ]);
  }
}
