import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, type Wiring } from '@trunkline/platform';
import { InvoiceQueries } from '../application/invoices/ports';
import { Ledger } from '../application/journal/ledger';
import { Journal } from '../application/journal/ports';
import { AdjustBalance } from '../application/operator/adjust-balance';
import {
  BillingAudit,
  ChargedRecords,
  TransactionLookup,
  WalletSettingsRepository,
} from '../application/operator/ports';
import { RelatedRecords } from '../application/operator/related-records';
import { TopupRepository } from '../application/top-ups/ports';
import { RefundCharge } from '../application/operator/refund-charge';
import { WalletSettings } from '../application/operator/wallet-settings';
import { LimitCredit1795000203200 } from '../infrastructure/migrations/limit-credit';
import { StoredTransactionLookup } from '../infrastructure/operator/transaction-lookup';
import { StoredWalletSettings } from '../infrastructure/operator/wallet-settings';

export const operatorWiring: Wiring = {
  providers: [
    implement(WalletSettingsRepository, StoredWalletSettings, [Database]),
    implement(TransactionLookup, StoredTransactionLookup, [Database]),
    alias(BillingAudit, AuditTrail),
    bind(RelatedRecords, [TopupRepository, InvoiceQueries, ChargedRecords]),
  ],
  exported: [
    bind(WalletSettings, [Transactor, WalletSettingsRepository, EventBus, Clock]),
    bind(AdjustBalance, [
      Transactor,
      WalletSettingsRepository,
      TransactionLookup,
      RelatedRecords,
      Ledger,
      BillingAudit,
    ]),
    bind(RefundCharge, [Transactor, WalletSettingsRepository, TransactionLookup, Ledger, Journal, BillingAudit]),
  ],
  migrations: [LimitCredit1795000203200],
};
