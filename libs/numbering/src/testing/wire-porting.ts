import type { Clock, EventBus } from '@trunkline/kernel';
import { CryptoBox, type Database } from '@trunkline/platform';
import type { References } from '../application/lifecycle/references';
import type { TakeNumber } from '../application/lifecycle/take-number';
import type { SettleOrder } from '../application/orders/settle-order';
import type { FaultPoints, Funds, NumberOrderRepository, OperatorAudit } from '../application/ports';
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
import { SubmitPort } from '../application/porting/submit-port';
import type { PriceLists } from '../application/pricing/price-lists';
import type { StockRepository } from '../application/stock/ports';
import { StoredNumberHolders } from '../infrastructure/porting/number-holders';
import { StoredPortCarriers, StoredPortCoverages } from '../infrastructure/porting/port-coverage';
import { StoredPortDirectory } from '../infrastructure/porting/port-directory';
import { StoredPorts } from '../infrastructure/porting/port.repository';
import { PortReads } from '../infrastructure/porting/port-queries';
import { SandboxPorts } from '../sandbox/sandbox-ports';
import {
  FakeContacts,
  type FakeAccountStates,
  type FakeInboundCarriers,
  type FakeMails,
  FakePortRecords,
} from './fake-neighbours';

interface Parts {
  readonly orders: NumberOrderRepository;
  readonly stock: StockRepository;
  readonly accounts: FakeAccountStates;
  readonly references: References;
  readonly takeNumber: TakeNumber;
  readonly settle: SettleOrder;
  readonly funds: Funds;
  readonly prices: PriceLists;
  readonly carriers: FakeInboundCarriers;
  readonly mails: FakeMails;
  readonly audit: OperatorAudit;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly faults: FaultPoints;
}

/** Wires porting's use cases to a database, with fakes of the other contexts. */
export function wirePorting(db: Database, parts: Parts) {
  const { orders, stock, accounts, references, takeNumber, settle, funds, prices, carriers } = parts;
  const { mails, audit, events, clock, faults } = parts;
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 9) }]);
  const ports = new StoredPorts(db, box);
  const directory = new StoredPortDirectory(db);
  const coverages = new StoredPortCoverages(db);
  const checkPorts = new CheckPorts(coverages, new StoredPortCarriers(db), new StoredNumberHolders(db));
  const records = new FakePortRecords();
  const notices = new PortNotices(new FakeContacts(), mails);
  const moves = new PortMoves(ports, funds, notices, events, clock);
  const checks = new PortChecks(checkPorts, ports);
  const operate = new OperatePorts(db, ports, moves, carriers, funds, notices, audit, clock);
  const assignment = new AssignPortedNumber(ports, accounts, takeNumber, stock, orders, settle, funds, clock);
  const activate = new ActivatePorts(db, ports, references, prices, assignment, clock, faults);
  return {
    ports,
    directory,
    coverages,
    records,
    operate,
    activate,
    queries: new PortReads(db, box),
    requests: new PortRequests(db, ports, checks, references, records, moves, clock),
    submit: new SubmitPort(db, ports, checks, records, funds, moves, clock),
    move: new MovePorts(new SandboxPorts(db, operate, clock), ports, operate, activate, clock),
    close: new ClosePorts(db, ports, directory, moves, clock),
  };
}
