import { Clock, Transactor } from '@trunkline/kernel';
import { bind, type Wiring } from '@trunkline/platform';
import { GrantedCalls } from '../application/calls/granted-calls';
import { OutboundCalls } from '../application/calls/outbound-calls';
import { CallPrices, DecisionLog, RandomSource, RoutingSnapshots } from '../application/calls/ports';
import { ReadCall } from '../application/calls/read-call';
import { TrunkLegs } from '../application/trunks/trunk-legs';
import { DialCall, DialLegs } from '../application/click-to-dial/dial-call';
import { SwitchCommands } from '../application/commands/ports';

/** Calls that the service places. */
export const clickToDialWiring: Wiring = {
  providers: [bind(DialLegs, [RoutingSnapshots, TrunkLegs, RandomSource])],
  exported: [
    bind(DialCall, [
      Transactor,
      ReadCall,
      OutboundCalls,
      DialLegs,
      GrantedCalls,
      DecisionLog,
      CallPrices,
      SwitchCommands,
      Clock,
    ]),
  ],
};
