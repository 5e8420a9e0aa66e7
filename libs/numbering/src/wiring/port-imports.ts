import { Transactor } from '@trunkline/kernel';
import { bind, type Wiring } from '@trunkline/platform';
import { CheckPorts } from '../application/port-checks/check-ports';
import { ImportPorts } from '../application/port-checks/import-ports';
import { PortRequests } from '../application/porting/port-requests';

/** Porting requests from the exports of other carriers. */
export const portImportsWiring: Wiring = {
  providers: [],
  exported: [bind(ImportPorts, [Transactor, CheckPorts, PortRequests])],
};
