import { Clock } from '@trunkline/kernel';
import { Database, implement, type Wiring } from '@trunkline/platform';
import { AccessLog } from '../application/access-log/ports';
import { SqlAccessLog } from '../infrastructure/access-log/sql-access-log';

/** Who has read which personal data. */
export const accessLogWiring: Wiring = {
  providers: [],
  exported: [implement(AccessLog, SqlAccessLog, [Database, Clock])],
};
