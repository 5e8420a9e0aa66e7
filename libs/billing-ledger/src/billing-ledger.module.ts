import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { autoRechargeWiring } from './wiring/auto-recharge';
import { callsWiring } from './wiring/calls';
import { cardsWiring } from './wiring/cards';
import { debtWiring } from './wiring/debt';
import { invoicesWiring } from './wiring/invoices';
import { journalWiring } from './wiring/journal';
import { noticesWiring } from './wiring/notices';
import { operatorWiring } from './wiring/operator';
import { processorEventsWiring } from './wiring/processor-events';
import { refundsWiring } from './wiring/refunds';
import { sandboxWiring } from './wiring/sandbox';
import { topUpsWiring } from './wiring/top-ups';
import { usageWiring } from './wiring/usage';

const wirings = [
  journalWiring,
  topUpsWiring,
  cardsWiring,
  refundsWiring,
  processorEventsWiring,
  sandboxWiring,
  autoRechargeWiring,
  debtWiring,
  operatorWiring,
  noticesWiring,
  usageWiring,
  invoicesWiring,
  callsWiring,
];

const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class BillingLedgerModule {}

export const billingLedgerPersistence: Persistence = {
  schemas: wirings.flatMap(({ schemas = [] }) => schemas),
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
