import { CommonErrors } from '@trunkline/kernel';
import { type Database, insertRows, requiring, selectRow, selectRows, toConditionNotMet } from '@trunkline/platform';
import { type CheckoutRepository, type LoggedSteps } from '../../application/checkout/ports';
import type { Claim } from '../../application/ports';
import type { Checkout, CheckoutStatus, CheckoutStep } from '../../domain/checkout/checkout';
import { CheckoutItemSchema, CheckoutSchema } from './checkout.schema';

const lockOrFail = (status: CheckoutStatus) =>
  `${requiring(`status = '${status}'`)} FROM numbering.checkouts WHERE id = $1 FOR UPDATE`;
const LOCK_QUOTING_OR_FAIL = lockOrFail('quoting');
const LOCK_ORDERING_OR_FAIL = lockOrFail('ordering');
/** $1 checkout, $2 JSON array of its items. */
const SAVE_ITEMS = `UPDATE numbering.checkout_items i
  SET offer = e.offer, order_id = e."orderId", status = e.status, error_code = e."errorCode",
    error_message = e."errorMessage", charged_cents = e."chargedCents"
  FROM jsonb_to_recordset($2::jsonb) AS e ("cartItemId" text, offer jsonb, "orderId" text, status text, "errorCode" text,
    "errorMessage" text, "chargedCents" bigint)
  WHERE i.checkout_id = $1 AND i.cart_item_id = e."cartItemId"`;
/** One statement, since each costs as much as its work: $3 steps, $4 their time, then the columns of the checkout. */
const SAVE = `WITH items AS (${SAVE_ITEMS}),
  steps AS (
    INSERT INTO numbering.checkout_steps (checkout_id, step, at) SELECT $1, step, $4::timestamptz FROM unnest($3::text[]) AS step)
  UPDATE numbering.checkouts SET status = $5, hold_id = $6, charged_cents = $7, next_check_at = $8, completed_at = $9
  WHERE id = $1`;

export class StoredCheckouts implements CheckoutRepository {
  constructor(private readonly db: Database) {}

  async add(checkout: Checkout): Promise<void> {
    await insertRows(this.db, CheckoutSchema, [checkout]);
    await insertRows(this.db, CheckoutItemSchema, checkout.items);
  }

  save(checkout: Checkout, log: LoggedSteps | null = null): Promise<void> {
    const { id, items, status, holdId, chargedCents, nextCheckAt, completedAt } = checkout;
    const state = [status, holdId, chargedCents, nextCheckAt, completedAt];
    return this.db.write(SAVE, [id, JSON.stringify(items), log?.steps ?? [], log?.at ?? null, ...state]);
  }

  get(id: string): Promise<Checkout> {
    return this.read(id, false);
  }

  lock(id: string): Promise<Checkout> {
    return this.read(id, true);
  }

  lockQuotingOrFail(id: string): Promise<void> {
    return this.db.write(LOCK_QUOTING_OR_FAIL, [id], toConditionNotMet);
  }

  lockOrderingOrFail(id: string): Promise<void> {
    return this.db.write(LOCK_ORDERING_OR_FAIL, [id], toConditionNotMet);
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
