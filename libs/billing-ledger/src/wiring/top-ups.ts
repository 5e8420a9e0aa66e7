import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { CardProcessor } from '../application/card-processor';
import { PaymentMethodRepository } from '../application/cards/ports';
import { Ledger } from '../application/journal/ledger';
import { TopupRepository } from '../application/top-ups/ports';
import { SettleTopups } from '../application/top-ups/settle-topups';
import { TopUpWallet } from '../application/top-ups/top-up-wallet';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { ClientSecrets } from '../infrastructure/top-ups/client-secrets';
import { StoredTopups } from '../infrastructure/top-ups/topup.repository';
import { TopupSchema } from '../infrastructure/schema';

export const topUpsWiring: Wiring = {
  providers: [
    bind(ClientSecrets, [CryptoBox]),
    implement(TopupRepository, StoredTopups, [Database, ClientSecrets]),
    bind(TopupCharges, [Transactor, TopupRepository, Ledger, CardProcessor, EventBus, Clock]),
  ],
  exported: [
    bind(TopUpWallet, [Transactor, TopupRepository, PaymentMethodRepository, TopupCharges, Clock]),
    bind(SettleTopups, [TopupRepository, TopupCharges, Clock]),
  ],
  schemas: [TopupSchema],
};
