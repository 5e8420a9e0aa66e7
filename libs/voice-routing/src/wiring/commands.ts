import { Clock, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Notifications, type Wiring } from '@trunkline/platform';
import { DecisionLog } from '../application/calls/ports';
import { CommandResults } from '../application/commands/command-results';
import { HandOutCommands } from '../application/commands/hand-out-commands';
import { CommandQueue, SwitchCommands } from '../application/commands/ports';
import { UnplacedCalls } from '../application/commands/unplaced-calls';
import { FollowCalls } from '../application/live-calls/follow-calls';
import { CallFunds } from '../application/live-calls/ports';
import { StoredCommandQueue } from '../infrastructure/commands/command-queue';
import { StoredSwitchCommands } from '../infrastructure/commands/switch-commands';

/** What switches are asked to do. */
export const commandsWiring: Wiring = {
  providers: [],
  exported: [
    implement(SwitchCommands, StoredSwitchCommands, [Database, CryptoBox, Notifications]),
    implement(CommandQueue, StoredCommandQueue, [Database, CryptoBox, Notifications]),
    bind(HandOutCommands, [CommandQueue]),
    bind(CommandResults, [Transactor, CommandQueue, FollowCalls]),
    bind(UnplacedCalls, [Transactor, CommandQueue, SwitchCommands, DecisionLog, CallFunds, Clock]),
  ],
};
