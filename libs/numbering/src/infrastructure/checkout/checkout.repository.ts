import { CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { CheckoutRepository } from '../../application/checkout/ports';
import type { Claim } from '../../application/ports';
import type { Checkout, CheckoutStep } from '../../domain/checkout/checkout';
import { CheckoutItemSchema, CheckoutSchema } from './checkout.schema';

export class TypeOrmCheckoutRepository extends CheckoutRepository {
  constructor(private readonly db: Database) {
    super();
  }

  override async add(checkout: Checkout): Promise<void> {
    await this.db.manager.insert(CheckoutSchema, checkout);
    await this.db.manager.insert(CheckoutItemSchema, [...checkout.items]);
  }

  override async save(checkout: Checkout): Promise<void> {
    await this.db.manager.save(CheckoutSchema, checkout);
    await this.db.manager.upsert(CheckoutItemSchema, [...checkout.items], ['checkoutId', 'cartItemId']);
  }

  override async get(id: string): Promise<Checkout> {
    return this.loadItems(await this.db.manager.findOneBy(CheckoutSchema, { id }));
  }

  override async lock(id: string): Promise<Checkout> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.loadItems(await this.db.manager.findOne(CheckoutSchema, { where: { id }, lock }));
  }

  override async findByOperation(accountId: string, operationId: string): Promise<Checkout | null> {
    const checkout = await this.db.manager.findOneBy(CheckoutSchema, { accountId, operationId });
    return checkout && this.loadItems(checkout);
  }

  override async hasOpen(accountId: string): Promise<boolean> {
    const [row] = await this.db.query(
      `SELECT FROM numbering.checkouts WHERE account_id = $1 AND status IN ('quoting', 'ordering') LIMIT 1`,
      [accountId],
    );
    return row !== undefined;
  }

  override async claimDue({ now, leaseUntil, limit }: Claim): Promise<string[]> {
    const claimed = await this.db.query<{ id: string }>(
      `UPDATE numbering.checkouts SET next_check_at = $2
       WHERE id IN (SELECT id FROM numbering.checkouts WHERE next_check_at <= $1
                    ORDER BY next_check_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [now, leaseUntil, limit],
    );
    return claimed.map(({ id }) => id);
  }

  override async log(checkoutId: string, step: CheckoutStep, at: Date): Promise<void> {
    await this.db.query(`INSERT INTO numbering.checkout_steps (checkout_id, step, at) VALUES ($1, $2, $3)`, [
      checkoutId,
      step,
      at,
    ]);
  }

  private async loadItems(checkout: Checkout | null): Promise<Checkout> {
    if (!checkout) throw CommonErrors.not_found();
    const order = { position: 'ASC' } as const;
    return checkout.withItems(
      await this.db.manager.find(CheckoutItemSchema, { where: { checkoutId: checkout.id }, order }),
    );
  }
}
