import { Clock } from '@trunkline/kernel';
import { bind, Database, implement } from '@trunkline/platform';
import { CallUsage, Charges } from '../application/usage/ports';
import { Usage } from '../application/usage/usage';
import { PostgresCharges } from '../infrastructure/usage/charges';
import type { Wiring } from './wiring';

export const usageWiring: Wiring = {
  providers: [implement(Charges, PostgresCharges, [Database])],
  exports: [bind(Usage, [CallUsage, Charges, Clock])],
  schemas: [],
  migrations: [],
};
