import { TestClock } from '@trunkline/kernel/testing';
import { AuditTrail, CryptoBox } from '@trunkline/platform';
import { testDatabase } from '@trunkline/platform/testing';
import { MessagingCarriers } from '../application/carriers/carriers';
import { KeepCarriers } from '../application/carriers/keep-carriers';
import type {
  CarrierInbox,
  CarrierLink,
  CarrierProtocol,
  LinkEnd,
  LinkState,
  MessagingCarrier,
  OutboundMessage,
  SubmitOutcome,
} from '../application/carriers/ports';
import type { CarrierProtocolName } from '../domain/carriers/carrier';
import { StoredCarrierLeases, StoredRefusalCounts } from '../infrastructure/carriers/carrier-leases';
import { CarrierReads, CryptoBoxCarrierPasswords, StoredCarriers } from '../infrastructure/carriers/carriers';
import { messagingPersistence } from '../messaging.module';

const NO_INBOX: CarrierInbox = { receipt: () => Promise.resolve(), part: () => Promise.resolve() };

/** A link that takes everything, unless `outcome` says otherwise, and says whether it is open. */
export class RecordedLink implements CarrierLink {
  isOpen = true;
  readonly submitted: OutboundMessage[] = [];
  /** How it was closed, each time. */
  readonly ends: LinkEnd[] = [];
  outcome: SubmitOutcome = { kind: 'accepted', carrierMessageIds: ['1'] };
  state: LinkState = { connected: true, since: new Date(0), lastError: null, lagMs: 7.4, inFlight: 2 };

  constructor(
    readonly carrier: MessagingCarrier,
    private readonly closing: () => Promise<void>,
  ) {}

  submit(message: OutboundMessage): Promise<SubmitOutcome> {
    this.submitted.push(message);
    return Promise.resolve(this.outcome);
  }

  query(): Promise<null> {
    return Promise.resolve(null);
  }

  async close(end: LinkEnd = 'stop'): Promise<void> {
    this.ends.push(end);
    await this.closing();
    this.isOpen = false;
  }
}

/** Keeps the links that any worker opened. */
export class RecordedProtocol implements CarrierProtocol {
  readonly links: RecordedLink[] = [];
  /** Delays the end of links. */
  closing: () => Promise<void> = () => Promise.resolve();
  /** The most links to one carrier at the same time. */
  openMax = 0;

  constructor(readonly protocol: CarrierProtocolName = 'smpp') {}

  open(carrier: MessagingCarrier): RecordedLink {
    const link = new RecordedLink(carrier, () => this.closing());
    this.links.push(link);
    this.openMax = Math.max(this.openMax, this.to(carrier.id).length);
    return link;
  }

  /** The links to a carrier that are open. */
  to(carrierId: string): RecordedLink[] {
    return this.links.filter(({ isOpen, carrier }) => isOpen && carrier.id === carrierId);
  }
}

/** Carriers on PostgreSQL, for any number of workers. */
export async function carrierWorld() {
  const { db, close } = await testDatabase([messagingPersistence]);
  const clock = new TestClock();
  const passwords = new CryptoBoxCarrierPasswords(new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]));
  const queries = new CarrierReads(db, clock);
  const refusals = new StoredRefusalCounts(db);
  const leases = new StoredCarrierLeases(db, clock);
  const audit = new AuditTrail(db, clock);
  const carriers = new MessagingCarriers(db, new StoredCarriers(db), queries, passwords, audit, clock);
  const protocol = new RecordedProtocol();
  const protocols: { all: readonly CarrierProtocol[] } = { all: [protocol] };
  return {
    db,
    close,
    clock,
    queries,
    refusals,
    carriers,
    protocol,
    /** How workers reach carriers. */
    protocols,
    /** What a worker process has. */
    worker: () => new KeepCarriers(leases, queries, passwords, refusals, protocols, NO_INBOX, clock),
    /** Ends leases, as if their workers had been silent for long enough. */
    loseLeases: () =>
      db.query(`UPDATE messaging.carrier_links SET expires_at = clock_timestamp() - interval '1 second'`),
  };
}

export type CarrierWorld = Awaited<ReturnType<typeof carrierWorld>>;
