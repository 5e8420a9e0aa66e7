import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, CryptoBox, Database, implement, type Wiring } from '@trunkline/platform';
import { Carriers } from '../application/carriers/carriers';
import { CarrierPasswords, CarrierRepository } from '../application/carriers/ports';
import { AuditLog } from '../application/ports';
import { OperatorSourceNetworks } from '../application/source-networks/operator-source-networks';
import { SourceNetworkStore } from '../application/source-networks/ports';
import { CarrierHealth, GatewayHealth } from '../application/switch-reports/ports';
import { SwitchReports } from '../application/switch-reports/switch-reports';
import { SqlCarrierRepository } from '../infrastructure/carriers/carrier.repository';
import { CryptoBoxCarrierPasswords } from '../infrastructure/carriers/sealed-carrier-passwords';
import { SqlSourceNetworks } from '../infrastructure/source-networks/sql-source-networks';
import { SqlCarrierHealth } from '../infrastructure/switch-reports/carrier-health';
import { SqlGatewayHealth } from '../infrastructure/switch-reports/gateway-health';

/** Carriers, source networks and the health of peers. */
export const carriersWiring: Wiring = {
  providers: [
    alias(AuditLog, AuditTrail),
    implement(CarrierRepository, SqlCarrierRepository, [Database]),
    implement(CarrierPasswords, CryptoBoxCarrierPasswords, [CryptoBox]),
    implement(CarrierHealth, SqlCarrierHealth, [Database]),
    implement(GatewayHealth, SqlGatewayHealth, [Database]),
    implement(SourceNetworkStore, SqlSourceNetworks, [Database]),
  ],
  exported: [
    bind(Carriers, [Transactor, CarrierRepository, CarrierPasswords, AuditLog, Clock]),
    bind(OperatorSourceNetworks, [Transactor, SourceNetworkStore, AuditLog, Clock]),
    bind(SwitchReports, [Transactor, GatewayHealth, CarrierHealth, EventBus, Clock]),
  ],
};
