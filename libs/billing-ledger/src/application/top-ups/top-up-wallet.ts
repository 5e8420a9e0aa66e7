import { type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { BillingErrors } from '../../domain/errors';
import type { PaymentMethod } from '../../domain/payment-method';
import { Topup } from '../../domain/topup';
import type { PaymentMethodRepository } from '../cards/ports';
import type { TopupRepository } from './ports';
import type { TopupCharges } from './topup-charges';
import type { TopupView } from '../views';

export interface TopupOrder {
  readonly accountId: string;
  /** The same for a retry of the request, which continues the first top-up. */
  readonly operationId: string;
  readonly amountCents: number;
  /** Defaults to the default payment method. */
  readonly paymentMethodId?: string;
  readonly description?: string | null;
}

/** Tops up the wallet from a saved card, with the customer present. Calls the processor; not for use in a transaction. */
export class TopUpWallet {
  constructor(
    private readonly tx: Transactor,
    private readonly topups: TopupRepository,
    private readonly methods: PaymentMethodRepository,
    private readonly charges: TopupCharges,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws payment_declined when the card was declined (the failed top-up is kept), no_default_payment_method, or 422 for
   * `payment_method_id`. While the outcome is unknown, returns the top-up as processing; it is settled later.
   */
  async topUp(order: TopupOrder): Promise<TopupView> {
    const begun = await this.tx.run(() => this.begin(order));
    const topup = begun.status === 'processing' ? await this.charges.complete(begun) : begun;
    if (topup.status === 'failed') {
      throw BillingErrors.payment_declined(topup.failureMessage ? { message: topup.failureMessage } : {});
    }
    return topup;
  }

  private async begin(order: TopupOrder): Promise<Topup> {
    const { accountId, operationId, amountCents, description = null } = order;
    const begun = await this.topups.findByOperation(accountId, operationId);
    if (begun) return begun;
    const { id: paymentMethodId, processorPaymentMethodId } = await this.methodOf(order);
    const topup = Topup.begin(
      { accountId, operationId, amountCents, paymentMethodId, processorPaymentMethodId, description, auto: false },
      this.clock.now(),
    );
    await this.topups.add(topup);
    return topup;
  }

  private async methodOf({ accountId, paymentMethodId }: TopupOrder): Promise<PaymentMethod> {
    if (paymentMethodId === undefined) {
      const method = await this.methods.findDefault(accountId);
      if (!method) throw BillingErrors.no_default_payment_method();
      return method;
    }
    const method = await this.methods.find(accountId, paymentMethodId);
    if (!method) throw invalidFields({ payment_method_id: 'is not a payment method of this account' });
    return method;
  }
}
