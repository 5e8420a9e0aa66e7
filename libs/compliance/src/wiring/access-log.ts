import { Clock } from '@trunkline/kernel';
import { Database, implement, type Wiring } from '@trunkline/platform';
import { AccessLog } from '../application/access-log/ports';
import { StoredAccessLog } from '../infrastructure/access-log/access-log';

/** Who has read which personal data. */
export const accessLogWiring: Wiring = {
  providers: [],
  exported: [implement(AccessLog, StoredAccessLog, [Database, Clock])],
};
