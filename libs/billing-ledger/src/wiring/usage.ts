import { Clock } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CallUsage, Charges } from '../application/usage/ports';
import { Usage } from '../application/usage/usage';
import { StoredCharges } from '../infrastructure/usage/charges';

export const usageWiring: Wiring = {
  providers: [implement(Charges, StoredCharges, [Database])],
  exported: [bind(Usage, [CallUsage, Charges, Clock])],
};
