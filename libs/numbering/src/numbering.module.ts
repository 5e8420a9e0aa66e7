import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { numberingActivity } from './infrastructure/recorded-tables';
import { checkoutWiring } from './wiring/checkout';
import { connectionsWiring } from './wiring/connections';
import { lifecycleWiring } from './wiring/lifecycle';
import { numberJobsWiring } from './wiring/number-jobs';
import { ordersWiring } from './wiring/orders';
import { portingSealed, portingWiring } from './wiring/porting';
import { portCoverageWiring } from './wiring/port-coverage';
import { portImportsWiring } from './wiring/port-imports';
import { portLettersWiring } from './wiring/port-letters';
import { portOutsWiring } from './wiring/port-outs';
import { pricingWiring } from './wiring/pricing';
import { registrationWiring } from './wiring/registration';
import { stockWiring } from './wiring/stock';
import { supplyWiring } from './wiring/supply';

const wirings = [
  supplyWiring,
  connectionsWiring,
  pricingWiring,
  ordersWiring,
  checkoutWiring,
  lifecycleWiring,
  numberJobsWiring,
  registrationWiring,
  stockWiring,
  portingWiring,
  portCoverageWiring,
  portOutsWiring,
  portLettersWiring,
  portImportsWiring,
];
const exported = wirings.flatMap((wiring) => wiring.exported);

/** Requires the composition to provide its ports to other contexts. */
@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class NumberingModule {}

export const numberingPersistence: Persistence = {
  activity: numberingActivity,
  schemas: wirings.flatMap(({ schemas = [] }) => schemas),
  migrations: wirings.flatMap(({ migrations = [] }) => migrations),
  grants: { schema: 'numbering', appendOnly: ['number_counts'] },
  sealed: portingSealed,
};
