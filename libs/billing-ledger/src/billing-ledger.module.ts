import { Module } from '@nestjs/common';
import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type Persistence } from '@trunkline/platform';
import { AutoRechargeRepository } from './application/auto-recharge/ports';
import { CardProcessor } from './application/card-processor';
import { Ledger } from './application/journal/ledger';
import { PaymentMethods } from './application/cards/payment-methods';
import { BillingQueries } from './application/ports';
import { Journal } from './application/journal/ports';
import { PaymentMethodRepository } from './application/cards/ports';
import { TopupRepository } from './application/top-ups/ports';
import { SettleTopups } from './application/top-ups/settle-topups';
import { TopUpWallet } from './application/top-ups/top-up-wallet';
import { TopupCharges } from './application/top-ups/topup-charges';
import { PostgresBillingQueries } from './infrastructure/journal/billing-queries';
import { ClientSecrets } from './infrastructure/top-ups/client-secrets';
import { CreateBilling1795000200000 } from './infrastructure/migrations/create-billing';
import { NameBilledItems1795000204000 } from './infrastructure/migrations/name-billed-items';
import { OweRefunds1795000201000 } from './infrastructure/migrations/owe-refunds';
import { TypeOrmPaymentMethodRepository } from './infrastructure/cards/payment-method.repository';
import { PostgresJournal } from './infrastructure/journal/postgres-journal';
import { PaymentMethodSchema } from './infrastructure/cards/payment-method.schema';
import { TopupSchema } from './infrastructure/top-ups/topup.schema';
import { TypeOrmTopupRepository } from './infrastructure/top-ups/topup.repository';
import { autoRechargeWiring } from './wiring/auto-recharge';
import { callsWiring } from './wiring/calls';
import { debtWiring } from './wiring/debt';
import { invoicesWiring } from './wiring/invoices';
import { noticesWiring } from './wiring/notices';
import { operatorWiring } from './wiring/operator';
import { processorsWiring } from './wiring/processor-events';
import { usageWiring } from './wiring/usage';

const wirings = [
  processorsWiring,
  autoRechargeWiring,
  debtWiring,
  operatorWiring,
  noticesWiring,
  usageWiring,
  invoicesWiring,
  callsWiring,
];
const faces = wirings.flatMap((wiring) => wiring.faces);

@Module({
  providers: [
    ...wirings.flatMap(({ providers }) => providers),
    ...faces,
    bind(Ledger, [Transactor, Journal, EventBus, Clock]),
    bind(TopupCharges, [Transactor, TopupRepository, Ledger, CardProcessor, EventBus, Clock]),
    bind(TopUpWallet, [Transactor, TopupRepository, PaymentMethodRepository, TopupCharges, Clock]),
    bind(SettleTopups, [TopupRepository, TopupCharges, Clock]),
    bind(PaymentMethods, [Transactor, PaymentMethodRepository, AutoRechargeRepository, CardProcessor, Clock]),
    implement(Journal, PostgresJournal, [Database]),
    implement(TopupRepository, TypeOrmTopupRepository, [Database, ClientSecrets]),
    implement(PaymentMethodRepository, TypeOrmPaymentMethodRepository, [Database]),
    implement(BillingQueries, PostgresBillingQueries, [Database, ClientSecrets]),
    bind(ClientSecrets, [CryptoBox]),
  ],
  exports: [Ledger, TopUpWallet, SettleTopups, PaymentMethods, BillingQueries, ...faces.map(({ provide }) => provide)],
})
export class BillingLedgerModule {}

export const billingLedgerPersistence: Persistence = {
  schemas: [TopupSchema, PaymentMethodSchema, ...wirings.flatMap(({ schemas }) => schemas)],
  migrations: [
    CreateBilling1795000200000,
    OweRefunds1795000201000,
    NameBilledItems1795000204000,
    ...wirings.flatMap(({ migrations }) => migrations),
  ],
  grants: {
    schema: 'billing',
    appendOnly: ['transactions', 'postings', 'invoice_lines'],
    undeletable: [
      'wallets',
      'holds',
      'topups',
      'debts',
      'card_refunds',
      'auto_recharges',
      'processor_customers',
      'payment_reversals',
      'invoices',
      'invoice_series',
    ],
  },
};
