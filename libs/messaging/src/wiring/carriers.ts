import { Clock, EventBus, Transactor } from '@trunkline/kernel';
import {
  alias,
  AuditTrail,
  bind,
  CryptoBox,
  Database,
  implement,
  LeasedBuckets,
  RateLimitStore,
  Settings,
  type Wiring,
} from '@trunkline/platform';
import { CarrierCallbacks, CarrierEventInbox, CarrierEvents } from '../application/carriers/carrier-events';
import { MessagingCarriers } from '../application/carriers/carriers';
import { KeepCarriers } from '../application/carriers/keep-carriers';
import { CarrierInbox, CarrierProtocols, CarrierRoutes, HeldCarriers } from '../application/carriers/ports';
import {
  CarrierLeases,
  CarrierPasswords,
  CarrierQueries,
  CarrierRepository,
  RefusalCounts,
} from '../application/carriers/store-ports';
import { AccountMessageRates } from '../application/delivery/pace-messages';
import { AuditLog } from '../application/ports';
import { CarrierSchema } from '../infrastructure/carriers/carrier-schema';
import { StoredCarrierEvents } from '../infrastructure/carriers/carrier-events';
import { StoredCarrierLeases, StoredRefusalCounts } from '../infrastructure/carriers/carrier-leases';
import { CarrierReads, CryptoBoxCarrierPasswords, StoredCarriers } from '../infrastructure/carriers/carriers';
import { KnownCarriers } from '../infrastructure/carriers/known-carriers';
import { LeasedMessageRates } from '../infrastructure/leased-message-rates';
import { ConnectCarriers1795021120000 } from '../infrastructure/migrations/connect-carriers';
import { SmppProtocol } from '../infrastructure/smpp/smpp-protocol';
import { TelnyxEvents } from '../infrastructure/telnyx/telnyx-events';
import { TelnyxProtocol } from '../infrastructure/telnyx/telnyx-link';
import { SandboxCarrier } from '../sandbox/sandbox-carrier';
import { SandboxProtocol } from '../sandbox/sandbox-link';

/** The carriers of messages: what operators set, and the connections of workers. */
export const carriersWiring: Wiring = {
  providers: [
    implement(CarrierRepository, StoredCarriers, [Database]),
    implement(CarrierPasswords, CryptoBoxCarrierPasswords, [CryptoBox]),
    implement(CarrierLeases, StoredCarrierLeases, [Database, Clock]),
    implement(CarrierRoutes, KnownCarriers, [CarrierQueries]),
    implement(CarrierCallbacks, TelnyxEvents, [Clock]),
    implement(CarrierEventInbox, StoredCarrierEvents, [Database, CryptoBox]),
    alias(AuditLog, AuditTrail),
    {
      provide: AccountMessageRates,
      inject: [RateLimitStore],
      useFactory: (store: RateLimitStore) => new LeasedMessageRates(new LeasedBuckets(store)),
    },
    {
      provide: CarrierProtocols,
      inject: [Settings, SmppProtocol, SandboxProtocol, Clock],
      useFactory: (
        settings: Settings,
        smpp: SmppProtocol,
        sandbox: SandboxProtocol,
        clock: Clock,
      ): CarrierProtocols => {
        const telnyx = new TelnyxProtocol(`${settings.ROOT_URL}/webhooks/messaging/telnyx`, clock);
        return { all: [smpp, telnyx, ...(settings.isSandbox ? [sandbox] : [])] };
      },
    },
    implement(HeldCarriers, KeepCarriers, [
      CarrierLeases,
      CarrierQueries,
      CarrierPasswords,
      RefusalCounts,
      CarrierProtocols,
      CarrierInbox,
      Clock,
    ]),
    bind(SandboxCarrier, [Database, Settings, Clock]),
  ],
  exported: [
    implement(CarrierQueries, CarrierReads, [Database, Clock]),
    implement(RefusalCounts, StoredRefusalCounts, [Database]),
    bind(MessagingCarriers, [Transactor, CarrierRepository, CarrierQueries, CarrierPasswords, AuditLog, Clock]),
    bind(CarrierEvents, [Transactor, CarrierCallbacks, CarrierEventInbox, CarrierInbox, EventBus, Clock]),
  ],
  schemas: [CarrierSchema],
  migrations: [ConnectCarriers1795021120000],
};
