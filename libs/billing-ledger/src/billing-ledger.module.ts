import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { billingSchemas } from './infrastructure/schema';
import { billingActivity } from './infrastructure/recorded-tables';
import { invoicesWiring } from './wiring/invoices';
import { ledgerWiring } from './wiring/ledger';
import { paymentsWiring } from './wiring/payments';
import { sandboxWiring } from './wiring/sandbox';

const wirings = [ledgerWiring, paymentsWiring, sandboxWiring, invoicesWiring];

const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class BillingLedgerModule {}

export const billingLedgerPersistence: Persistence = {
  activity: billingActivity,
  schemas: billingSchemas,
  migrations: wirings.flatMap(({ migrations = [] }) => migrations),
  sealed: [{ table: 'billing.topups', key: ['id'], column: 'client_secret_sealed', purpose: 'topup-client-secrets' }],
  grants: {
    schema: 'billing',
    appendOnly: ['transactions', 'postings', 'invoice_lines', 'charge_hours'],
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
