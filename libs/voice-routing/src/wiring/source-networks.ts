import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AuditLog } from '../application/ports';
import { OperatorSourceNetworks } from '../application/source-networks/operator-source-networks';
import { SourceNetworkStore } from '../application/source-networks/ports';
import { SqlSourceNetworks } from '../infrastructure/source-networks/sql-source-networks';

/** The source networks of trunks, which operators confirm. */
export const sourceNetworksWiring: Wiring = {
  providers: [implement(SourceNetworkStore, SqlSourceNetworks, [Database])],
  exported: [bind(OperatorSourceNetworks, [Transactor, SourceNetworkStore, AuditLog, Clock])],
};
