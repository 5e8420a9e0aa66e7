import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { ReservationRepository } from '../application/checkout/ports';
import { EndSubscription } from '../application/lifecycle/end-subscription';
import { GiveNumber } from '../application/lifecycle/give-number';
import { References } from '../application/lifecycle/references';
import { AccountStates } from '../application/lifecycle/sync-account-status';
import { TakeNumber } from '../application/lifecycle/take-number';
import { SettleOrder } from '../application/orders/settle-order';
import { Funds, NumberOrderRepository, OperatorAudit, OwnStock, PhoneNumberRepository } from '../application/ports';
import { AddStock } from '../application/stock/add-stock';
import { ChangeStock } from '../application/stock/change-stock';
import { FreeStock } from '../application/stock/free-stock';
import { InboundCarriers, StockQueries, StockRepository } from '../application/stock/ports';
import { NarrowStock1795021190100 } from '../infrastructure/migrations/narrow-stock';
import { SearchStock1795021001000 } from '../infrastructure/migrations/search-stock';
import { StockNumbers1795020740000 } from '../infrastructure/migrations/stock-numbers';
import { StockLotSchema, StockNumberSchema } from '../infrastructure/stock/stock.schema';
import { StoredOwnStock, StoredStock } from '../infrastructure/stock/stock-numbers';
import { StockReads } from '../infrastructure/stock/stock-queries';

/** The operator's own numbers, and numbers that the operator gives to accounts. */
export const stockWiring: Wiring = {
  providers: [
    implement(StockRepository, StoredStock, [Database]),
    {
      provide: OwnStock,
      inject: [Settings, Database, Clock],
      useFactory: ({ STOCK_AGEING_DAYS }: Settings, db: Database, clock: Clock) =>
        new StoredOwnStock(db, STOCK_AGEING_DAYS, clock),
    },
    bind(TakeNumber, [PhoneNumberRepository, StockRepository, ReservationRepository, EndSubscription, Clock]),
  ],
  exported: [
    implement(StockQueries, StockReads, [Database]),
    bind(AddStock, [Transactor, StockRepository, PhoneNumberRepository, InboundCarriers, OperatorAudit, Clock]),
    bind(ChangeStock, [Transactor, StockRepository, StockQueries, InboundCarriers, OperatorAudit, Clock]),
    bind(FreeStock, [Transactor, StockRepository, Clock]),
    bind(GiveNumber, [
      Transactor,
      AccountStates,
      References,
      TakeNumber,
      NumberOrderRepository,
      Funds,
      SettleOrder,
      OperatorAudit,
      Clock,
    ]),
  ],
  schemas: [StockLotSchema, StockNumberSchema],
  migrations: [StockNumbers1795020740000, SearchStock1795021001000, NarrowStock1795021190100],
};
