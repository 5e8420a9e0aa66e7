import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AutoRechargeSettings } from '../application/auto-recharge/auto-recharge-settings';
import { AccountStates, AutoRechargeRepository } from '../application/auto-recharge/ports';
import { RechargeOutcomes } from '../application/auto-recharge/recharge-outcomes';
import { RechargeWallet } from '../application/auto-recharge/recharge-wallet';
import { Ledger } from '../application/journal/ledger';
import { PaymentMethodRepository } from '../application/cards/ports';
import { TopupRepository } from '../application/top-ups/ports';
import { TopupCharges } from '../application/top-ups/topup-charges';
import { StoredAutoRecharges } from '../infrastructure/auto-recharge/auto-recharge.repository';
import { AutoRechargeSchema } from '../infrastructure/schema';
import { AddAutoRecharge1795000203000 } from '../infrastructure/migrations/add-auto-recharge';

export const autoRechargeWiring: Wiring = {
  providers: [
    implement(AutoRechargeRepository, StoredAutoRecharges, [Database]),
    bind(RechargeOutcomes, [EventBus, Clock]),
  ],
  exported: [
    bind(AutoRechargeSettings, [Transactor, AutoRechargeRepository, PaymentMethodRepository, Clock]),
    bind(RechargeWallet, [
      Transactor,
      AutoRechargeRepository,
      TopupRepository,
      PaymentMethodRepository,
      Ledger,
      AccountStates,
      TopupCharges,
      RechargeOutcomes,
      Clock,
    ]),
  ],
  schemas: [AutoRechargeSchema],
  migrations: [AddAutoRecharge1795000203000],
};
