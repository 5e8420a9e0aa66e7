import { randomUUID } from 'node:crypto';
import type { Clock } from '@trunkline/kernel';
import type { Carrier } from '../../domain/carriers/carrier';
import { LeasedLink } from './leased-link';
import {
  type CarrierInbox,
  type CarrierProtocols,
  type HeldCarrier,
  HeldCarriers,
  type LinkEnd,
  type MessagingCarrier,
} from './ports';
import { RecentOutcomes } from './recent-outcomes';
import {
  type CarrierLeases,
  type CarrierPasswords,
  type CarrierQueries,
  type Lease,
  LEASE_SECONDS,
  type LeaseReport,
  type RefusalCounts,
} from './store-ports';

interface Open extends HeldCarrier {
  readonly link: LeasedLink;
  /** The lease in the database. `lease` extends it with a counter, so that messages are claimed by one link alone. */
  readonly held: string;
  /** When the carrier was last changed, as of the opening of the link. */
  readonly changedAt: Date;
}

/** A link on its way to be closed. */
interface Closing extends Pick<Open, 'link' | 'held'> {
  readonly ended: Promise<void>;
}

/** Messages are claimed for at most this long at the carrier's rate. */
const AHEAD_SECONDS = 2;
const SECOND_MS = 1000;

/**
 * Keeps one link to each carrier whose lease this worker holds. Opens the link when the lease is taken, reopens it when the operator
 * changes the carrier, and closes it when the lease is lost. See docs/messages.md#one-connection.
 */
export class KeepCarriers extends HeldCarriers {
  private readonly worker = randomUUID();
  /** By carrier: the leases of this worker, some of which have no link yet. */
  private leased = new Map<string, string>();
  private readonly open = new Map<string, Open>();
  /** Links on their way to be closed. A carrier has one bind, so the next link waits for them. */
  private readonly closing = new Map<string, Closing>();
  /** When the last link to each carrier was closed, by `performance.now()`. */
  private readonly closedAt = new Map<string, number>();
  /** Why a leased carrier has no link: operators see it as its last error. */
  private readonly faults = new Map<string, string>();
  private running: Promise<readonly HeldCarrier[]> | null = null;
  private isClosed = false;
  private connections = 0;

  constructor(
    private readonly leases: CarrierLeases,
    private readonly carriers: Pick<CarrierQueries, 'find'>,
    private readonly passwords: Pick<CarrierPasswords, 'open'>,
    private readonly refusals: Pick<RefusalCounts, 'add'>,
    private readonly protocols: CarrierProtocols,
    private readonly inbox: CarrierInbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  keep(): Promise<readonly HeldCarrier[]> {
    this.running ??= this.renew().finally(() => (this.running = null));
    return this.running;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled([this.running]);
    const links = this.links();
    for (const carrierId of this.open.keys()) this.drop(carrierId, 'stop');
    const closing = [...this.closing.values()];
    await Promise.allSettled(closing.flatMap(({ link, ended }) => [link.close('stop'), ended]));
    await this.storeRefusals(links);
    await this.leases.release([...this.leased].map(([carrierId, lease]) => ({ carrierId, lease })));
    this.leased.clear();
  }

  private async renew(): Promise<readonly HeldCarrier[]> {
    if (this.isClosed) return [];
    const before = this.links();
    // Another worker may hold a carrier whose lease was not renewed in time.
    for (const [carrierId, { link }] of this.open) if (!link.isHeld) this.drop(carrierId, 'lost');
    const sentAtMs = performance.now();
    const kept = await this.leases.keep(this.worker, this.reports());
    this.leased = new Map(kept.map(({ carrierId, lease }) => [carrierId, lease]));
    this.dropLost();
    const done: Lease[] = [];
    for (const lease of kept) if (!(await this.hold(lease, sentAtMs))) done.push(lease);
    await this.leases.release(done);
    for (const { carrierId } of done) this.leased.delete(carrierId);
    await this.storeRefusals(before);
    return [...this.open.values()];
  }

  private dropLost(): void {
    for (const [carrierId, { held }] of this.open)
      if (this.leased.get(carrierId) !== held) this.drop(carrierId, 'lost');
    for (const [carrierId, { link, held }] of this.closing)
      if (this.leased.get(carrierId) !== held) void link.close('lost');
  }

  /** Returns false if the lease is needed no longer, because the carrier was disabled or deleted and its link has ended. */
  private async hold(lease: Lease, sentAtMs: number): Promise<boolean> {
    const { carrierId, changedAt, isEnabled } = lease;
    const known = this.open.get(carrierId);
    if (isEnabled && known?.changedAt.getTime() === changedAt.getTime()) {
      known.link.renew(sentAtMs, LEASE_SECONDS);
      return true;
    }
    this.drop(carrierId, 'drain');
    const closing = this.closing.get(carrierId);
    closing?.link.renew(sentAtMs, LEASE_SECONDS);
    if (isEnabled && !closing) await this.connect(lease, sentAtMs);
    return isEnabled || closing !== undefined;
  }

  private async connect({ carrierId, lease, wasJustHeld }: Lease, sentAtMs: number): Promise<void> {
    const carrier = await this.carriers.find(carrierId);
    if (!carrier) return;
    const opened = this.opened(carrier);
    const link = opened && this.linkTo(opened, wasJustHeld);
    if (!link) return;
    link.renew(sentAtMs, LEASE_SECONDS);
    const connection = `${lease}/${String(++this.connections)}`;
    const { updatedAt } = carrier;
    // What is claimed and waits for its turn has an unknown outcome after a crash.
    const window = Math.min(carrier.window, AHEAD_SECONDS * carrier.perSecond);
    this.open.set(carrierId, { carrier: opened, link, window, lease: connection, held: lease, changedAt: updatedAt });
  }

  /** Returns null for a protocol that this worker does not know. */
  private linkTo(carrier: MessagingCarrier, wasJustHeld: boolean): LeasedLink | null {
    const protocol = this.protocols.all.find((each) => each.protocol === carrier.protocol);
    if (!protocol) return null;
    // The carrier counts what it got over the link before, too.
    const quietUntilMs = SECOND_MS + (wasJustHeld ? performance.now() : this.closedAtOf(carrier.id));
    const outcomes = new RecentOutcomes(carrier.id);
    return new LeasedLink(protocol.open(carrier, this.inbox), carrier.perSecond, outcomes, this.clock, quietUntilMs);
  }

  /** Closes a link without waiting: the leases of other carriers have to be renewed meanwhile. */
  private drop(carrierId: string, end: LinkEnd): void {
    const known = this.open.get(carrierId);
    if (!known) return;
    const { link, held } = known;
    this.open.delete(carrierId);
    const ended = link.close(end).finally(() => {
      this.closing.delete(carrierId);
      this.closedAt.set(carrierId, performance.now());
    });
    this.closing.set(carrierId, { link, held, ended });
  }

  private links(): LeasedLink[] {
    return [...this.open.values(), ...this.closing.values()].map(({ link }) => link);
  }

  private closedAtOf(carrierId: string): number {
    return this.closedAt.get(carrierId) ?? Number.NEGATIVE_INFINITY;
  }

  /** Returns null if the password cannot be opened, as without its master key: the other carriers go on. */
  private opened({ passwordSealed, ...carrier }: Carrier): MessagingCarrier | null {
    try {
      const password = passwordSealed && this.passwords.open(carrier.id, passwordSealed);
      this.faults.delete(carrier.id);
      return { ...carrier, password };
    } catch (error) {
      this.faults.set(
        carrier.id,
        `The password cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      );
      return null;
    }
  }

  private reports(): LeaseReport[] {
    const now = this.clock.now();
    const disconnected = { connected: false, since: now, lagMs: null, inFlight: 0 };
    return [...this.leased].map(([carrierId, lease]) => {
      const { link } = this.open.get(carrierId) ?? this.closing.get(carrierId) ?? {};
      return {
        carrierId,
        lease,
        accepted: 0,
        refused: 0,
        ...(link?.state ?? { ...disconnected, lastError: this.faults.get(carrierId) ?? null }),
        ...link?.outcomes.recent(now),
      };
    });
  }

  private async storeRefusals(links: readonly LeasedLink[]): Promise<void> {
    const counts = links.flatMap(({ outcomes }) => outcomes.takeRefusals());
    if (counts.length > 0) await this.refusals.add(counts);
  }
}
