import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AutoRechargeRepository } from '../application/auto-recharge/ports';
import { CardProcessor } from '../application/card-processor';
import { CardSetups } from '../application/cards/card-setups';
import { PaymentMethods } from '../application/cards/payment-methods';
import { CardSetupRepository, PaymentMethodRepository } from '../application/cards/ports';
import { StoredPaymentMethods } from '../infrastructure/cards/payment-method.repository';
import { PaymentMethodSchema } from '../infrastructure/schema';
import { StoredCardSetups } from '../infrastructure/cards/payment-method.repository';

export const cardsWiring: Wiring = {
  providers: [
    implement(PaymentMethodRepository, StoredPaymentMethods, [Database]),
    implement(CardSetupRepository, StoredCardSetups, [Database]),
  ],
  exported: [
    bind(PaymentMethods, [Transactor, PaymentMethodRepository, AutoRechargeRepository, CardProcessor, Clock]),
    bind(CardSetups, [CardSetupRepository, CardProcessor, Clock]),
  ],
  schemas: [PaymentMethodSchema],
};
