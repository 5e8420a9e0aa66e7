import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Log, Settings, type Wiring } from '@trunkline/platform';
import { AccountStates } from '../application/lifecycle/sync-account-status';
import { NumberPrices } from '../application/pricing/number-prices';
import { PriceReports, PriceRules, RepricingRepository } from '../application/pricing/ports';
import { FaultPoints, NumberHistory, OperatorAudit } from '../application/ports';
import { PriceLists } from '../application/pricing/price-lists';
import { RepriceNumbers } from '../application/pricing/reprice-numbers';
import { Repricings } from '../application/pricing/repricings';
import { Coverage } from '../application/supply/coverage';
import { Suppliers } from '../application/supply/suppliers';
import { IndexNumbersBelowCost1795020761000 } from '../infrastructure/migrations/index-numbers-below-cost';
import { PriceNumbers1795020760000 } from '../infrastructure/migrations/price-numbers';
import {
  IndexRepricedNumbers1795020765000,
  KeepRepricings1795021000000,
  RepriceNumbers1795020764000,
} from '../infrastructure/migrations/reprice-numbers';
import { PriceReportReads } from '../infrastructure/pricing/price-reports';
import { NumberPriceRuleSchema, StoredPriceRules } from '../infrastructure/pricing/price-rules.repository';
import { RepricingSchema, StoredRepricings } from '../infrastructure/pricing/repricing.repository';
import { UnpricedSalesWarning } from '../infrastructure/pricing/unpriced-sales-warning';

/** The operator's prices of numbers. */
export const pricingWiring: Wiring = {
  providers: [bind(PriceLists, [PriceRules, Clock]), bind(UnpricedSalesWarning, [PriceRules, Settings, Clock, Log])],
  exported: [
    implement(PriceRules, StoredPriceRules, [Database]),
    implement(RepricingRepository, StoredRepricings, [Database]),
    bind(Repricings, [Transactor, RepricingRepository, PriceRules, OperatorAudit, Clock]),
    bind(RepriceNumbers, [Transactor, RepricingRepository, NumberHistory, EventBus, Clock, FaultPoints]),
    implement(PriceReports, PriceReportReads, [Database]),
    bind(NumberPrices, [Transactor, PriceRules, AccountStates, Suppliers, Coverage, OperatorAudit, Clock]),
  ],
  schemas: [NumberPriceRuleSchema, RepricingSchema],
  migrations: [
    PriceNumbers1795020760000,
    IndexNumbersBelowCost1795020761000,
    RepriceNumbers1795020764000,
    IndexRepricedNumbers1795020765000,
    KeepRepricings1795021000000,
  ],
};
