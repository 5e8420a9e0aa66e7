import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { Ledger } from '../application/journal/ledger';
import { Journal } from '../application/journal/ports';
import { BillingQueries } from '../application/ports';
import { BillingReads } from '../infrastructure/journal/billing-queries';
import { StoredJournal } from '../infrastructure/journal/journal';
import { CreateBilling1795000200000 } from '../infrastructure/migrations/create-billing';
import { NameBilledItems1795000204000 } from '../infrastructure/migrations/name-billed-items';
import { OweRefunds1795000201000 } from '../infrastructure/migrations/owe-refunds';
import { SumCharges1795000212000 } from '../infrastructure/migrations/sum-charges';
import { ClientSecrets } from '../infrastructure/top-ups/client-secrets';

export const journalWiring: Wiring = {
  providers: [],
  exported: [
    implement(Journal, StoredJournal, [Database]),
    bind(Ledger, [Transactor, Journal, EventBus, Clock]),
    implement(BillingQueries, BillingReads, [Database, ClientSecrets]),
  ],
  migrations: [
    CreateBilling1795000200000,
    OweRefunds1795000201000,
    NameBilledItems1795000204000,
    SumCharges1795000212000,
  ],
};
