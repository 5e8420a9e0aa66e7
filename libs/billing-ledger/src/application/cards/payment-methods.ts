import { type Clock, CommonErrors, type Transactor } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import { PaymentMethod, type SavedCard } from '../../domain/payment-method';
import type { AutoRechargeRepository } from '../auto-recharge/ports';
import type { CardProcessor } from '../card-processor';
import { callProcessor } from './card-setups';
import type { PaymentMethodRepository } from './ports';
import type { PaymentMethodView } from '../views';

export interface NewMethodOrder {
  readonly accountId: string;
  /** The same for a retry of the request, which returns the first saved method. */
  readonly operationId: string;
  readonly processorPaymentMethodId: string;
  /** The first method of an account becomes the default in any case. */
  readonly setDefault?: boolean;
}

const DETACH_BATCH = 50;

/** Manages the cards that an account has saved with the processor. */
export class PaymentMethods {
  constructor(
    private readonly tx: Transactor,
    private readonly methods: PaymentMethodRepository,
    private readonly recharges: AutoRechargeRepository,
    private readonly processor: CardProcessor,
    private readonly clock: Clock,
  ) {}

  /**
   * Attaches the card at the processor, then saves it. Throws payment_method_declined, payment_method_exists,
   * processor_error, or 422 for `processor_payment_method_id`.
   */
  async add(order: NewMethodOrder): Promise<PaymentMethodView> {
    const { accountId, operationId, processorPaymentMethodId } = order;
    const saved = await this.methods.findByOperation(accountId, operationId);
    if (saved) return saved;
    const card = await callProcessor(() => this.processor.attach(accountId, processorPaymentMethodId));
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
   * Throws not_found, or payment_method_in_use for the default method while auto-recharge is enabled. `detachRemoved`
   * informs the processor later, so that an outage does not prevent removal.
   */
  remove(accountId: string, id: string): Promise<void> {
    return this.tx.run(async () => {
      const method = oneOf(await this.methods.lockAll(accountId), id);
      // Read after locking the cards, which enabling auto-recharge locks too.
      if (method.isDefault && (await this.recharges.find(accountId))?.enabled)
        throw BillingErrors.payment_method_in_use();
      method.remove(this.clock.now());
      await this.methods.save(method);
    });
  }

  /**
   * Detaches removed cards at the processor. Safe to repeat. Returns the count. Checks each card again just before its
   * request, because the customer may have saved it since the batch was read. No lock is held during the request, so a card
   * that is saved meanwhile is detached.
   */
  async detachRemoved(): Promise<number> {
    let count = 0;
    for (const method of await this.methods.findUndetached(DETACH_BATCH)) {
      if (!(await this.isUndetached(method))) continue;
      await this.processor.detach(method.processorPaymentMethodId);
      method.detach(this.clock.now());
      await this.methods.save(method);
      count += 1;
    }
    return count;
  }

  /** Waits for a transaction that is saving the card. */
  private isUndetached({ accountId, id }: PaymentMethod): Promise<boolean> {
    return this.tx.run(async () => {
      await this.methods.lockAll(accountId);
      return this.methods.isUndetached(id);
    });
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

  /** Clears the old default first: at most one default exists at any time. */
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
