import { Clock } from '@trunkline/kernel';
import {
  bind,
  CryptoBox,
  Database,
  implement,
  Log,
  Metrics,
  SandboxFaults,
  Settings,
  type Wiring,
} from '@trunkline/platform';
import { Bundles } from '../application/ports';
import { PriceLists } from '../application/pricing/price-lists';
import { Catalog } from '../application/supply/catalog';
import { Coverage } from '../application/supply/coverage';
import { RegulatoryRequirements } from '../application/supply/catalog';
import { SearchCatalog } from '../application/supply/search-catalog';
import { SelectTokens } from '../application/supply/select-tokens';
import { Suppliers } from '../application/supply/suppliers';
import { BudgetDidwwReservations1795000312000 } from '../infrastructure/migrations/budget-didww-reservations';
import { StoredReservationBudget } from '../infrastructure/suppliers/didww/stored-reservation-budget';
import { SupplierFactory } from '../infrastructure/suppliers/supplier-factory';
import { SealedSelectTokens } from '../infrastructure/sealed-select-tokens';
import { SandboxRepository } from '../sandbox/suppliers/sandbox-repository';
import { SandboxSupplier } from '../sandbox/suppliers/sandbox-supplier';

/** The suppliers, and what they sell. */
export const supplyWiring: Wiring = {
  providers: [implement(SelectTokens, SealedSelectTokens, [CryptoBox]), bind(Coverage, [Clock])],
  exported: [
    {
      provide: Suppliers,
      inject: [Settings, Database, SandboxFaults, Clock, Metrics, Log],
      useFactory: (...injected: [Settings, Database, SandboxFaults, Clock, Metrics, Log]) => {
        const [settings, db, faults, clock, metrics, log] = injected;
        const sandbox = () => new SandboxSupplier(new SandboxRepository(db), faults, clock);
        const budget = new StoredReservationBudget(db);
        return new SupplierFactory(settings, sandbox, budget, clock, metrics, log).create();
      },
    },
    bind(Catalog, [Suppliers, Coverage, PriceLists, RegulatoryRequirements]),
    bind(SearchCatalog, [Suppliers, SelectTokens, Bundles, PriceLists, Clock]),
  ],
  migrations: [BudgetDidwwReservations1795000312000],
};
