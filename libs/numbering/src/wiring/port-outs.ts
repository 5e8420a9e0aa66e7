import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, Database, implement, type Wiring } from '@trunkline/platform';
import { NumberHistory, OperatorAudit, OwnStock, PhoneNumberRepository } from '../application/ports';
import { Departures } from '../application/port-outs/departures';
import { PortOutPins, SetPortOutPin } from '../application/port-outs/port-out-pins';
import { PortOutRepository, PortOuts } from '../application/port-outs/port-outs';
import { IndexPortOuts1795021150200, PortNumbersOut1795021150100 } from '../infrastructure/migrations/port-numbers-out';
import { PortOutSchema, StoredPortOuts } from '../infrastructure/porting/port-outs';
import { ScryptPortOutPins } from '../infrastructure/porting/scrypt-port-out-pins';

/** Numbers that leave for other carriers. */
export const portOutsWiring: Wiring = {
  providers: [
    implement(PortOutPins, ScryptPortOutPins, []),
    bind(Departures, [OwnStock, PortOutRepository, EventBus, Clock]),
  ],
  exported: [
    implement(PortOutRepository, StoredPortOuts, [Database]),
    bind(SetPortOutPin, [Transactor, PhoneNumberRepository, PortOutPins, NumberHistory, Clock]),
    bind(PortOuts, [
      Transactor,
      PhoneNumberRepository,
      PortOutRepository,
      PortOutPins,
      NumberHistory,
      EventBus,
      OperatorAudit,
      Clock,
    ]),
  ],
  schemas: [PortOutSchema],
  migrations: [PortNumbersOut1795021150100, IndexPortOuts1795021150200],
};
