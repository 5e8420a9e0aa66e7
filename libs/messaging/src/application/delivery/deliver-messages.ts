import type { Clock, Transactor } from '@trunkline/kernel';
import type { CarrierInbox, CarrierRoutes, HeldCarrier, HeldCarriers } from '../carriers/ports';
import { CarrierPump, type PumpTools } from './carrier-pump';
import type { DeliveryStore } from './ports';

/** Messages that are given another carrier in one transaction. */
const BATCH = 500;
/** Parts that are asked for in one round. */
const QUERIES_MAX = 50;

/** Gives messages that wait for a carrier which takes none at the moment to the next best. */
export class RerouteMessages {
  constructor(
    private readonly tx: Transactor,
    private readonly store: DeliveryStore,
    private readonly routes: CarrierRoutes,
    private readonly clock: Clock,
  ) {}

  /** Returns how many messages were given another carrier. */
  async reroute(): Promise<number> {
    const [waitedFor, takers] = [await this.store.waitedFor(this.clock.now()), await this.routes.takers()];
    let moved = 0;
    for (const carrierId of waitedFor)
      if (carrierId === null || !takers.has(carrierId)) moved += await this.leave(carrierId, takers);
    return moved;
  }

  private leave(carrierId: string | null, takers: ReadonlySet<string>): Promise<number> {
    return this.tx.run(async () => {
      const messages = await this.store.lockWaitingFor(carrierId, this.clock.now(), BATCH);
      const moved = [];
      for (const message of messages) {
        const routes = await this.routes.routesFor({ from: message.sender, to: message.recipient });
        const next = routes.find((id) => takers.has(id) && !message.refusedBy.includes(id));
        if (next !== undefined) moved.push({ ...message, carrierId: next });
      }
      await this.store.save(moved);
      return moved.length;
    });
  }
}

/** Hands due messages to the carriers whose lease this process holds. */
export class DeliverMessages {
  private pumps = new Map<string, { readonly held: HeldCarrier; readonly pump: CarrierPump }>();

  constructor(
    private readonly carriers: HeldCarriers,
    private readonly rerouting: RerouteMessages,
    private readonly inbox: CarrierInbox,
    private readonly tools: PumpTools,
  ) {}

  /** One round, every second: renews leases, looks for due messages, and asks carriers for states that are overdue. */
  async round(): Promise<void> {
    const held = await this.carriers.keep();
    await this.follow(held);
    if ((await this.rerouting.reroute()) > 0) this.wake();
    for (const each of held) await this.query(each);
  }

  /** Looks for due messages now. */
  wake(): void {
    for (const { pump } of this.pumps.values()) pump.wake();
  }

  /** Claims no more, waits for what was submitted, and releases the leases. */
  async stop(): Promise<void> {
    await Promise.all([...this.pumps.values()].map(({ pump }) => pump.stop()));
    await this.carriers.close();
  }

  private async follow(held: readonly HeldCarrier[]): Promise<void> {
    const leases = new Set(held.map(({ lease }) => lease));
    for (const [lease, { pump }] of this.pumps) {
      if (leases.has(lease)) continue;
      this.pumps.delete(lease);
      // What was submitted is settled in the background.
      void pump.stop();
    }
    for (const each of held) {
      if (this.pumps.has(each.lease)) continue;
      await this.tools.store.takeOver(each.carrier.id, each.lease, this.tools.clock.now());
      this.pumps.set(each.lease, { held: each, pump: new CarrierPump(each, this.tools) });
    }
    this.wake();
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
