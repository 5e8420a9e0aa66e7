import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CallRating } from '../application/rating/call-rating';
import { RateTable } from '../application/rating/ports';
import { Rates } from '../application/rating/rates';
import { StoredRateTable } from '../infrastructure/rate-table';

/** Prices of calls. */
export const ratingWiring: Wiring = {
  providers: [implement(RateTable, StoredRateTable, [Database])],
  exported: [bind(CallRating, [RateTable, Clock]), bind(Rates, [RateTable, Clock])],
};
