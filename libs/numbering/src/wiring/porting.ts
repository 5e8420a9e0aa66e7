import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, type SealedColumn, Settings, type Wiring } from '@trunkline/platform';
import { References } from '../application/lifecycle/references';
import { AccountStates } from '../application/lifecycle/sync-account-status';
import { TakeNumber } from '../application/lifecycle/take-number';
import { NumberContacts } from '../application/number-notices';
import { SettleOrder } from '../application/orders/settle-order';
import { FaultPoints, Funds, NumberOrderRepository, OperatorAudit } from '../application/ports';
import { ActivatePorts } from '../application/porting/activate-ports';
import { AssignPortedNumber } from '../application/porting/assign-ported-number';
import { CheckPorts } from '../application/port-checks/check-ports';
import { ClosePorts } from '../application/porting/close-ports';
import { MovePorts } from '../application/porting/move-ports';
import { OperatePorts } from '../application/porting/operate-ports';
import { PortChecks } from '../application/port-checks/port-checks';
import { PortMoves } from '../application/porting/port-moves';
import { PortNotices } from '../application/porting/port-notices';
import { PortRequests } from '../application/porting/port-requests';
import {
  AutomaticPorts,
  NoAutomaticPorts,
  PortDirectory,
  PortQueries,
  PortRecords,
  PortRepository,
} from '../application/porting/ports';
import { SubmitPort } from '../application/porting/submit-port';
import { PriceLists } from '../application/pricing/price-lists';
import { InboundCarriers, StockRepository } from '../application/stock/ports';
import { PortNumbers1795021140000 } from '../infrastructure/migrations/port-numbers';
import { RetryPorts1795021170400 } from '../infrastructure/migrations/retry-ports';
import {
  PortCommentSchema,
  PortEventSchema,
  PortNumberSchema,
  PortRequestSchema,
} from '../infrastructure/porting/port.schema';
import { StoredPortDirectory } from '../infrastructure/porting/port-directory';
import { PortReads } from '../infrastructure/porting/port-queries';
import { StoredPorts } from '../infrastructure/porting/port.repository';
import { PORT_COMMENT, PORT_DETAILS } from '../infrastructure/porting/sealed-ports';
import { SandboxPorts } from '../sandbox/sandbox-ports';

/** Numbers that accounts bring from other carriers. */
export const portingWiring: Wiring = {
  providers: [
    implement(PortRepository, StoredPorts, [Database, CryptoBox]),
    bind(AssignPortedNumber, [
      PortRepository,
      AccountStates,
      TakeNumber,
      StockRepository,
      NumberOrderRepository,
      SettleOrder,
      Funds,
      Clock,
    ]),
    bind(PortNotices, [NumberContacts, Mails]),
    bind(PortMoves, [PortRepository, Funds, PortNotices, EventBus, Clock]),
    bind(PortChecks, [CheckPorts, PortRepository]),
    {
      provide: AutomaticPorts,
      inject: [Settings, Database, OperatePorts, Clock],
      useFactory: ({ isSandbox }: Settings, db: Database, operate: OperatePorts, clock: Clock) =>
        isSandbox ? new SandboxPorts(db, operate, clock) : new NoAutomaticPorts(),
    },
  ],
  exported: [
    implement(PortQueries, PortReads, [Database, CryptoBox]),
    implement(PortDirectory, StoredPortDirectory, [Database]),
    bind(PortRequests, [Transactor, PortRepository, PortChecks, References, PortRecords, PortMoves, Clock]),
    bind(SubmitPort, [Transactor, PortRepository, PortChecks, PortRecords, Funds, PortMoves, Clock]),
    bind(OperatePorts, [
      Transactor,
      PortRepository,
      PortMoves,
      InboundCarriers,
      Funds,
      PortNotices,
      OperatorAudit,
      Clock,
    ]),
    bind(ActivatePorts, [Transactor, PortRepository, References, PriceLists, AssignPortedNumber, Clock, FaultPoints]),
    bind(MovePorts, [AutomaticPorts, PortRepository, OperatePorts, ActivatePorts, Clock]),
    bind(ClosePorts, [Transactor, PortRepository, PortDirectory, PortMoves, Clock]),
  ],
  schemas: [PortRequestSchema, PortNumberSchema, PortEventSchema, PortCommentSchema],
  migrations: [PortNumbers1795021140000, RetryPorts1795021170400],
};

/** Personal data, which a rotation of the master key seals again. */
export const portingSealed: readonly SealedColumn[] = [
  { table: 'numbering.port_requests', key: ['id'], column: 'details_sealed', purpose: PORT_DETAILS },
  { table: 'numbering.port_comments', key: ['id'], column: 'body_sealed', purpose: PORT_COMMENT },
];
