import { Module } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Persistence } from '@trunkline/platform';
import { CardProcessor } from './application/card-processor';
import { Ledger } from './application/ledger';
import { PaymentMethods } from './application/payment-methods';
import { BillingQueries, Journal, PaymentMethodRepository, TopupRepository } from './application/ports';
import { SettleTopups } from './application/settle-topups';
import { TopUpWallet } from './application/top-up-wallet';
import { TopupCharges } from './application/topup-charges';
import { PostgresBillingQueries } from './infrastructure/billing-queries';
import { CreateBilling1795000200000 } from './infrastructure/migrations/create-billing';
import { TypeOrmPaymentMethodRepository } from './infrastructure/payment-method.repository';
import { PostgresJournal } from './infrastructure/postgres-journal';
import { PostgresSandboxCharges } from './infrastructure/processors/postgres-sandbox-charges';
import { SandboxCardProcessor, SandboxCharges } from './infrastructure/processors/sandbox-card-processor';
import { PaymentMethodSchema, TopupSchema } from './infrastructure/schema';
import { TypeOrmTopupRepository } from './infrastructure/topup.repository';

@Module({
  providers: [
    bind(Ledger, [Transactor, Journal, EventBus, Clock]),
    bind(TopupCharges, [Transactor, TopupRepository, Ledger, CardProcessor, EventBus, Clock]),
    bind(TopUpWallet, [Transactor, TopupRepository, PaymentMethodRepository, TopupCharges, Clock]),
    bind(SettleTopups, [TopupRepository, TopupCharges, Clock]),
    bind(PaymentMethods, [Transactor, PaymentMethodRepository, CardProcessor, Clock]),
    implement(Journal, PostgresJournal, [Database]),
    implement(TopupRepository, TypeOrmTopupRepository, [Database]),
    implement(PaymentMethodRepository, TypeOrmPaymentMethodRepository, [Database]),
    implement(BillingQueries, PostgresBillingQueries, [Database]),
    implement(SandboxCharges, PostgresSandboxCharges, [Database]),
    implement(CardProcessor, SandboxCardProcessor, [SandboxCharges, Clock]),
  ],
  exports: [Ledger, TopUpWallet, SettleTopups, PaymentMethods, BillingQueries],
})
export class BillingLedgerModule {}

export const billingLedgerPersistence: Persistence = {
  schemas: [TopupSchema, PaymentMethodSchema],
  migrations: [CreateBilling1795000200000],
};
