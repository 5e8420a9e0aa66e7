import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import { bind, CryptoBox, Database, implement, Notifications, Settings, type Wiring } from '@trunkline/platform';
import { AuthenticateSystem } from '../application/registrations/authenticate-system';
import { ExpireContacts } from '../application/registrations/expire-contacts';
import { AuthFailures, ContactStore, RegistrationQueries, SipLogins } from '../application/registrations/ports';
import { ReportContacts } from '../application/registrations/report-contacts';
import { StoredAuthFailures } from '../infrastructure/registrations/auth-failures';
import { RegistrationReads, StoredContacts } from '../infrastructure/registrations/contact-store';
import { StoredSipLogins } from '../infrastructure/registrations/sip-logins';
import { DecisionLog } from '../application/calls/ports';
import { CommandResults } from '../application/commands/command-results';
import { HandOutCommands } from '../application/commands/hand-out-commands';
import { CommandQueue, SwitchCommands } from '../application/commands/ports';
import { UnplacedCalls } from '../application/commands/unplaced-calls';
import { FollowCalls } from '../application/live-calls/follow-calls';
import { CallFunds } from '../application/live-calls/ports';
import { StoredCommandQueue } from '../infrastructure/command-queue';
import { StoredSwitchCommands } from '../infrastructure/switch-commands';
import { PeerFeeds } from '../application/peer-feeds';
import { StoredPeerFeeds } from '../infrastructure/peers/peer-feeds';
import { PeerHealthLog, SwitchReports } from '../application/switch-reports';
import { SwitchStates } from '../application/switch-states';
import { StoredSwitchStates } from '../infrastructure/switch-states';
import { StoredPeerHealth } from '../infrastructure/peer-health';
import { AuditLog } from '../application/ports';
import { OperatorSourceNetworks } from '../application/source-networks/operator-source-networks';
import { SourceNetworkStore } from '../application/source-networks/ports';
import { StoredSourceNetworks } from '../infrastructure/source-networks';

/** The contacts of registered systems, and the digests with which they register. */
export const registrationsWiring: Wiring = {
  providers: [
    implement(ContactStore, StoredContacts, [Database]),
    implement(SipLogins, StoredSipLogins, [Database, CryptoBox]),
    implement(AuthFailures, StoredAuthFailures, [Database]),
  ],
  exported: [
    implement(RegistrationQueries, RegistrationReads, [Database]),
    bind(ReportContacts, [Transactor, ContactStore, EventBus, Clock]),
    bind(ExpireContacts, [Transactor, ContactStore, EventBus, Clock]),
    bind(AuthenticateSystem, [SipLogins, AuthFailures, Clock, Settings]),
  ],
};

/** What switches are asked to do. */
export const commandsWiring: Wiring = {
  providers: [],
  exported: [
    implement(SwitchStates, StoredSwitchStates, [Database]),
    implement(SwitchCommands, StoredSwitchCommands, [Database, CryptoBox, Notifications]),
    implement(CommandQueue, StoredCommandQueue, [Database, CryptoBox, Notifications]),
    bind(HandOutCommands, [CommandQueue]),
    bind(CommandResults, [Transactor, CommandQueue, FollowCalls]),
    bind(UnplacedCalls, [Transactor, CommandQueue, SwitchCommands, DecisionLog, CallFunds, Clock]),
  ],
};

/** What switches probe and accept calls from. */
export const peersWiring: Wiring = {
  providers: [],
  exported: [implement(PeerFeeds, StoredPeerFeeds, [Database])],
};

/** The health of gateways and carriers. */
export const switchReportsWiring: Wiring = {
  providers: [implement(PeerHealthLog, StoredPeerHealth, [Database])],
  exported: [bind(SwitchReports, [Transactor, PeerHealthLog, EventBus, Clock])],
};

/** The source networks of trunks, which operators confirm. */
export const sourceNetworksWiring: Wiring = {
  providers: [],
  exported: [
    implement(SourceNetworkStore, StoredSourceNetworks, [Database]),
    bind(OperatorSourceNetworks, [Transactor, SourceNetworkStore, AuditLog, Clock]),
  ],
};
