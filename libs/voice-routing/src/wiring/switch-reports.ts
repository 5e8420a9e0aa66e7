import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { CarrierHealth, GatewayHealth } from '../application/switch-reports/ports';
import { SwitchReports } from '../application/switch-reports/switch-reports';
import { StoredCarrierHealth } from '../infrastructure/switch-reports/carrier-health';
import { StoredGatewayHealth } from '../infrastructure/switch-reports/gateway-health';

/** The health of gateways and carriers. */
export const switchReportsWiring: Wiring = {
  providers: [
    implement(CarrierHealth, StoredCarrierHealth, [Database]),
    implement(GatewayHealth, StoredGatewayHealth, [Database]),
  ],
  exported: [bind(SwitchReports, [Transactor, GatewayHealth, CarrierHealth, EventBus, Clock])],
};
