import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { AuditLog } from '../application/ports';
import { OperatorSourceNetworks } from '../application/source-networks/operator-source-networks';
import { SourceNetworkStore } from '../application/source-networks/ports';
import { StoredSourceNetworks } from '../infrastructure/source-networks/source-networks';

/** The source networks of trunks, which operators confirm. */
export const sourceNetworksWiring: Wiring = {
  providers: [],
  exported: [
    implement(SourceNetworkStore, StoredSourceNetworks, [Database]),
    bind(OperatorSourceNetworks, [Transactor, SourceNetworkStore, AuditLog, Clock]),
  ],
};
