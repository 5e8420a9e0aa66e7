import { type Clock, CommonErrors, type Transactor } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import { PaymentMethod, type SavedCard } from '../../domain/cards/payment-method';
import type { AutoRechargeRepository } from '../auto-recharge/ports';
import type { CardProcessor } from '../card-processor';
import { answered } from './card-setups';
import type { PaymentMethodRepository } from './ports';
import type { PaymentMethodView } from '../views';

export interface NewMethodOrder {
  readonly accountId: string;
  /** The same for a repeat of the same request, which is answered with what the first saved. */
  readonly operationId: string;
  readonly processorPaymentMethodId: string;
  /** The first method of an account becomes the default unasked. */
  readonly setDefault?: boolean;
}

const DETACH_BATCH = 50;

/** The cards that an account has saved with the processor. */
export class PaymentMethods {
  constructor(
    private readonly tx: Transactor,
    private readonly methods: PaymentMethodRepository,
    private readonly recharges: AutoRechargeRepository,
    private readonly processor: CardProcessor,
    private readonly clock: Clock,
  ) {}

  /**
   * Reaches outside, then saves. Throws payment_method_declined, payment_method_exists, processor_error, or 422 of
   * `processor_payment_method_id`.
   */
  async add(order: NewMethodOrder): Promise<PaymentMethodView> {
    const { accountId, operationId, processorPaymentMethodId } = order;
    const saved = await this.methods.findByOperation(accountId, operationId);
    if (saved) return saved;
    const card = await answered(() => this.processor.attach(accountId, processorPaymentMethodId));
    return this.tx.run(() => this.save(order, card));
  }

  /** Throws not_found. */
  makeDefault(accountId: string, id: string): Promise<PaymentMethodView> {
    return this.tx.run(async () => {
      const methods = await this.methods.lockAll(accountId);
      const chosen = oneOf(methods, id);
      if (!chosen.isDefault) await this.moveDefault(methods, chosen);
      return chosen;
    });
  }

  /**
   * Throws not_found, or payment_method_in_use for the default one while auto-recharge is on. The processor hears of it
   * from `detachRemoved`, so that its absence stops nobody.
   */
  remove(accountId: string, id: string): Promise<void> {
    return this.tx.run(async () => {
      const method = oneOf(await this.methods.lockAll(accountId), id);
      // Asked once the cards are held: whoever turns auto-recharge on holds them as well.
      if (method.isDefault && (await this.recharges.find(accountId))?.enabled)
        throw BillingErrors.payment_method_in_use();
      method.remove(this.clock.now());
      await this.methods.save(method);
    });
  }

  /** Tells the processor of removed cards; for the worker. Safe to repeat. Returns how many it was told of. */
  async detachRemoved(): Promise<number> {
    const removed = await this.methods.findUndetached(DETACH_BATCH);
    for (const method of removed) {
      await this.processor.detach(method.processorPaymentMethodId);
      method.detach(this.clock.now());
      await this.methods.save(method);
    }
    return removed.length;
  }

  private async save({ setDefault = false, ...owner }: NewMethodOrder, card: SavedCard): Promise<PaymentMethod> {
    const { accountId, operationId } = owner;
    const repeated = await this.methods.findByOperation(accountId, operationId);
    if (repeated) return repeated;
    const others = await this.methods.lockAll(accountId);
    const method = PaymentMethod.save(
      { accountId, operationId, processor: this.processor.name, card },
      this.clock.now(),
    );
    await this.methods.add(method);
    if (setDefault || others.length === 0) await this.moveDefault(others, method);
    return method;
  }

  /** The old one first: there is no moment with two. */
  private async moveDefault(methods: readonly PaymentMethod[], chosen: PaymentMethod): Promise<void> {
    for (const former of methods.filter((each) => each.isDefault)) {
      former.clearDefault();
      await this.methods.save(former);
    }
    chosen.makeDefault();
    await this.methods.save(chosen);
  }
}

function oneOf(methods: readonly PaymentMethod[], id: string): PaymentMethod {
  const method = methods.find((each) => each.id === id);
  if (!method) throw CommonErrors.not_found();
  return method;
}
