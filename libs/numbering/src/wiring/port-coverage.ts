import { Clock, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { OperatorAudit } from '../application/ports';
import { CheckPorts, NumberHolders } from '../application/port-checks/check-ports';
import { OperatePortCoverage, PortCarriers, PortCoverages } from '../application/port-checks/coverage';
import { CoverPorts1795021150000 } from '../infrastructure/migrations/cover-ports';
import { StoredNumberHolders } from '../infrastructure/porting/number-holders';
import {
  PortCarrierSchema,
  PortCoverageSchema,
  StoredPortCarriers,
  StoredPortCoverages,
} from '../infrastructure/porting/port-coverage';
import { SandboxCoverage } from '../sandbox/sandbox-coverage';

const isSandboxSold = ({ NUMBER_SUPPLIERS, isProduction }: Settings) =>
  NUMBER_SUPPLIERS.includes('sandbox') && !isProduction;

/** Which numbers can be ported. */
export const portCoverageWiring: Wiring = {
  providers: [
    implement(NumberHolders, StoredNumberHolders, [Database]),
    {
      provide: SandboxCoverage,
      inject: [Transactor, PortCoverages, Clock, Settings],
      useFactory: (tx: Transactor, coverages: PortCoverages, clock: Clock, settings: Settings) =>
        new SandboxCoverage(tx, coverages, clock, isSandboxSold(settings)),
    },
  ],
  exported: [
    implement(PortCoverages, StoredPortCoverages, [Database]),
    implement(PortCarriers, StoredPortCarriers, [Database]),
    bind(OperatePortCoverage, [Transactor, PortCoverages, PortCarriers, OperatorAudit, Clock]),
    bind(CheckPorts, [PortCoverages, PortCarriers, NumberHolders]),
  ],
  schemas: [PortCoverageSchema, PortCarrierSchema],
  migrations: [CoverPorts1795021150000],
};
