import { Clock } from '@trunkline/kernel';
import { Database, implement, type Wiring } from '@trunkline/platform';
import { FaultPoints } from '../application/ports';
import { SupplierRefs } from '../application/registration/supplier-refs';
import { RegisterEndUsers1795000314000 } from '../infrastructure/migrations/register-end-users';
import { SqlSupplierRefs } from '../infrastructure/registration/sql-supplier-refs';

/** The registration of end users with suppliers. */
export const registrationWiring: Wiring = {
  providers: [implement(SupplierRefs, SqlSupplierRefs, [Database, Clock, FaultPoints])],
  exported: [],
  migrations: [RegisterEndUsers1795000314000],
};
