import { bind, type Wiring } from '@trunkline/platform';
import { NumberingPlan, RandomSource, RoutingSnapshots } from '../application/calls/ports';
import { CarrierLegs } from '../application/carriers/carrier-legs';
import { EmergencyCalls } from '../application/emergency/emergency-calls';
import { AccountCountries } from '../application/emergency/ports';
import { NumberDirectory } from '../application/ports';

/** Emergency calls. */
export const emergencyWiring: Wiring = {
  providers: [
    bind(EmergencyCalls, [
      NumberDirectory,
      RoutingSnapshots,
      AccountCountries,
      CarrierLegs,
      NumberingPlan,
      RandomSource,
    ]),
  ],
  exported: [],
};
