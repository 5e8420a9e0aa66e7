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
import { StockReservations } from '../infrastructure/suppliers/stock/stock-reservations';
import { StockSearch } from '../infrastructure/suppliers/stock/stock-search';
import { StockSupplier } from '../infrastructure/suppliers/stock/stock-supplier';
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
      inject: [Settings, Database, SandboxFaults, RegulatoryRequirements, Clock, Metrics, Log],
      useFactory: (...injected: [Settings, Database, SandboxFaults, RegulatoryRequirements, Clock, Metrics, Log]) => {
        const [settings, db, faults, regulations, clock, metrics, log] = injected;
        const ours = {
          sandbox: () => new SandboxSupplier(new SandboxRepository(db), faults, clock),
          stock: () => new StockSupplier(db, new StockSearch(db), new StockReservations(db), regulations, clock),
        };
        const budget = new StoredReservationBudget(db);
        return new SupplierFactory(settings, ours, budget, clock, metrics, log).create();
      },
    },
    bind(Catalog, [Suppliers, Coverage, PriceLists, RegulatoryRequirements]),
    bind(SearchCatalog, [Suppliers, SelectTokens, Bundles, PriceLists, Clock]),
  ],
  migrations: [BudgetDidwwReservations1795000312000],
};
