import { addSeconds, type Clock } from '@trunkline/kernel';
import type { CarrierInbox, CarrierRoutes, HeldCarrier, HeldCarriers } from '../carriers/ports';
import { CarrierPump, type PumpTools } from './carrier-pump';
import type { DeliveryStore, QueuePlace } from './ports';

/** Waiting messages that are read at once, and in one round for each carrier that takes none. */
const BATCH = 500;
const BATCHES_MAX = 4;
/** Parts that are asked for in one round. */
const QUERIES_MAX = 50;
/** A state is overdue after an hour. */
const ASK_EVERY_SECONDS = 10;

/**
 * Gives messages that wait for a carrier which takes none at the moment to the next best. Each round continues behind the last
 * message that the round before has read, so that messages which no other carrier serves do not hide those behind them.
 */
export class RerouteMessages {
  /** Where the next round continues in the queues of carriers. */
  private readonly places = new Map<string | null, QueuePlace>();

  constructor(
    private readonly store: DeliveryStore,
    private readonly routes: CarrierRoutes,
    private readonly clock: Clock,
  ) {}

  /** Returns whether a message is due, with a carrier that it waits for or one that it was given now. */
  async reroute(): Promise<boolean> {
    const waitedFor = await this.store.waitedFor(this.clock.now());
    if (waitedFor.length === 0) return false;
    const takers = await this.routes.takers();
    for (const carrierId of waitedFor)
      if (carrierId === null || !takers.has(carrierId)) await this.leave(carrierId, takers);
    return true;
  }

  private async leave(carrierId: string | null, takers: ReadonlySet<string>): Promise<void> {
    const now = this.clock.now();
    for (let batch = 0; batch < BATCHES_MAX; batch++) {
      const queue = { carrierId, now, after: this.places.get(carrierId) ?? null, limit: BATCH };
      const messages = await this.store.waitingFor(queue);
      const moves = [];
      for (const { id, sender: from, recipient: to, refusedBy } of messages) {
        const routes = await this.routes.routesFor({ from, to });
        const next = routes.find((each) => takers.has(each) && !refusedBy.includes(each));
        if (next !== undefined) moves.push({ id, carrierId: next });
      }
      if (moves.length > 0) await this.store.move(carrierId, moves);
      const last = messages.at(-1);
      if (messages.length < BATCH || last === undefined) {
        this.places.delete(carrierId);
        return;
      }
      this.places.set(carrierId, { dueAt: last.dueAt, id: last.id });
    }
  }
}

/** Hands due messages to the carriers whose lease this process holds. */
export class DeliverMessages {
  /** The carriers that are being asked, which takes as long as their answers. */
  private readonly asking = new Map<string, Promise<void>>();
  private askedUntil = new Date(0);
  /** Pumps that claim no more and settle what was submitted. */
  private readonly ending = new Set<Promise<void>>();
  private pumps = new Map<string, { readonly held: HeldCarrier; readonly pump: CarrierPump }>();

  constructor(
    private readonly carriers: HeldCarriers,
    private readonly rerouting: RerouteMessages,
    private readonly inbox: CarrierInbox,
    private readonly tools: PumpTools,
  ) {}

  /** One round, every second: renews leases, looks for due messages, and has carriers asked for states that are overdue. */
  async round(): Promise<void> {
    const held = await this.carriers.keep();
    await this.follow(held);
    if (await this.rerouting.reroute()) this.wake();
    this.askAll(held);
  }

  /** Looks for due messages now. */
  wake(): void {
    for (const { pump } of this.pumps.values()) pump.wake();
  }

  /** Claims no more, waits for what was submitted, and releases the leases. */
  async stop(): Promise<void> {
    await Promise.all([...this.pumps.values()].map(({ pump }) => pump.stop()));
    await this.carriers.close();
    await Promise.all([...this.asking.values(), ...this.ending]);
  }

  private async follow(held: readonly HeldCarrier[]): Promise<void> {
    const leases = new Set(held.map(({ lease }) => lease));
    for (const [lease, { pump }] of this.pumps) {
      if (leases.has(lease)) continue;
      this.pumps.delete(lease);
      // What was submitted is settled in the background.
      const ended: Promise<void> = pump.stop().finally(() => this.ending.delete(ended));
      this.ending.add(ended);
    }
    for (const each of held) {
      if (this.pumps.has(each.lease)) continue;
      await this.tools.store.takeOver(each.carrier.id, each.lease, this.tools.clock.now());
      this.pumps.set(each.lease, { held: each, pump: new CarrierPump(each, this.tools) });
    }
  }

  private askAll(held: readonly HeldCarrier[]): void {
    const now = this.tools.clock.now();
    if (now < this.askedUntil) return;
    this.askedUntil = addSeconds(now, ASK_EVERY_SECONDS);
    for (const each of held) this.ask(each);
  }

  /** Asks a carrier beside the rounds, which renew the leases of all. */
  private ask(held: HeldCarrier): void {
    const { id } = held.carrier;
    if (this.asking.has(id)) return;
    const asked = this.query(held)
      .catch((error: unknown) => this.tools.log.failed(error, id))
      .finally(() => this.asking.delete(id));
    this.asking.set(id, asked);
  }

  private async query({ carrier, link }: HeldCarrier): Promise<void> {
    if (!link.state.connected) return;
    const due = await this.tools.store.claimQueries(carrier.id, this.tools.clock.now(), QUERIES_MAX);
    for (const { carrierMessageId, sender } of due) {
      const report = await link.query(carrierMessageId, sender);
      if (report !== null) await this.inbox.receipt(carrier.id, { ...report, carrierMessageId });
    }
  }
}
