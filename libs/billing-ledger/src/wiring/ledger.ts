import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, type Wiring } from '@trunkline/platform';
import { BillingNotices } from '../application/billing-notices';
import { CallHolds } from '../application/calls/call-holds';
import { Holds } from '../application/calls/holds';
import { CallHoldRepository, HeldCallEnds } from '../application/calls/ports';
import { EnforceCreditLimit } from '../application/enforce-credit-limit';
import { InvoiceQueries } from '../application/invoices/ports';
import { Journal } from '../application/journal';
import { Ledger } from '../application/ledger';
import { MessageHolds } from '../application/message-holds';
import { AdjustBalance } from '../application/operator/adjust-balance';
import {
  BillingAudit,
  ChargedRecords,
  TransactionLookup,
  WalletSettingsRepository,
} from '../application/operator/ports';
import { RefundCharge } from '../application/operator/refund-charge';
import { WalletSettings } from '../application/operator/wallet-settings';
import { BillingContacts, BillingQueries, DebtRepository, DebtSuspensions } from '../application/ports';
import { TopupRepository } from '../application/top-ups/ports';
import { CallUsage, Charges, Usage } from '../application/usage';
import { StoredCallHolds } from '../infrastructure/calls/call-hold.repository';
import { ClientSecrets } from '../infrastructure/client-secrets';
import { StoredDebts } from '../infrastructure/debt.repository';
import { BillingReads, StoredCharges, StoredTransactionLookup } from '../infrastructure/journal/billing-queries';
import { StoredJournal } from '../infrastructure/journal/journal';
import { CreateBilling1795000200000 } from '../infrastructure/migrations/create-billing';
import { HoldForwards1795020783000 } from '../infrastructure/migrations/hold-forwards';
import { HoldMoneyOfCalls1795000206000 } from '../infrastructure/migrations/hold-money-of-calls';
import { HoldMoneyOfMessages1795021100001 } from '../infrastructure/migrations/hold-money-of-messages';
import { IndexFixedCharges1795030330000 } from '../infrastructure/migrations/index-fixed-charges';
import { LimitCredit1795000203200 } from '../infrastructure/migrations/limit-credit';
import { ListHolds1795021170200 } from '../infrastructure/migrations/list-holds';
import { BillPorts1795021140001 } from '../infrastructure/migrations/bill-ports';
import { NameBilledItems1795000204000 } from '../infrastructure/migrations/name-billed-items';
import { OweRefunds1795000201000 } from '../infrastructure/migrations/owe-refunds';
import { SumCharges1795000212000 } from '../infrastructure/migrations/sum-charges';
import { WatchDebts1795000203100 } from '../infrastructure/migrations/watch-debts';
import { StoredWalletSettings } from '../infrastructure/wallet-settings';

/** The ledger, what is held and owed, its reports, and what operators change. */
export const ledgerWiring: Wiring = {
  providers: [
    implement(CallHoldRepository, StoredCallHolds, [Database]),
    implement(Charges, StoredCharges, [Database]),
    implement(DebtRepository, StoredDebts, [Database]),
    implement(TransactionLookup, StoredTransactionLookup, [Database]),
    alias(BillingAudit, AuditTrail),
  ],
  exported: [
    implement(Journal, StoredJournal, [Database]),
    bind(Ledger, [Transactor, Journal, EventBus, Clock]),
    implement(BillingQueries, BillingReads, [Database, ClientSecrets]),
    bind(CallHolds, [Transactor, CallHoldRepository, Ledger, Clock]),
    bind(MessageHolds, [Transactor, CallHoldRepository, Ledger, Clock]),
    bind(Holds, [BillingQueries, HeldCallEnds]),
    bind(Usage, [CallUsage, Charges, Clock]),
    bind(BillingNotices, [BillingContacts, Journal, Mails]),
    bind(EnforceCreditLimit, [Transactor, DebtRepository, Ledger, DebtSuspensions, BillingNotices, Clock]),
    implement(WalletSettingsRepository, StoredWalletSettings, [Database]),
    bind(WalletSettings, [Transactor, WalletSettingsRepository, EventBus, Clock]),
    bind(AdjustBalance, [
      Transactor,
      WalletSettingsRepository,
      TransactionLookup,
      TopupRepository,
      InvoiceQueries,
      ChargedRecords,
      Ledger,
      BillingAudit,
    ]),
    bind(RefundCharge, [Transactor, WalletSettingsRepository, TransactionLookup, Ledger, Journal, BillingAudit]),
  ],
  migrations: [
    CreateBilling1795000200000,
    OweRefunds1795000201000,
    NameBilledItems1795000204000,
    BillPorts1795021140001,
    SumCharges1795000212000,
    HoldMoneyOfCalls1795000206000,
    WatchDebts1795000203100,
    LimitCredit1795000203200,
    HoldForwards1795020783000,
    HoldMoneyOfMessages1795021100001,
    ListHolds1795021170200,
    IndexFixedCharges1795030330000,
  ],
};
