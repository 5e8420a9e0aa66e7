import type { Clock } from '@trunkline/kernel';
import { isGone, isOverdue, isSuccess, settle } from '../../domain/delivery';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';
import type { PendingDeliveries, SigningSecrets } from '../ports';
import type { OutcomeLog } from './outcome-log';
import type {
  DeliveryHints,
  DeliveryStore,
  DeliveryTargets,
  DueEndpoint,
  LeasedDelivery,
  WebhookSender,
} from './ports';
import { type RequestSlots, Slots } from './slots';

const BATCH = 100;
/** What a failing endpoint can time out within `LEASE_USE_MS`. */
const FAILING_BATCH = 12;
/** Outcomes that may wait to be stored before more deliveries are leased. */
const UNSTORED_MAX = 400;
/** After this time an endpoint makes room for others that wait. */
const TURN_MS = 1000;
/** Half of a lease. What was not sent by then is handed back. */
const LEASE_USE_MS = 15_000;
/** Failures in a row that end the turn of a healthy endpoint, and successes that end that of a failing one. */
const CHANGED_AFTER = 3;
/** Requests in flight to one failing endpoint. */
const FAILING_CONCURRENCY = 4;

/** The state of one turn. */
interface Turn {
  readonly endpoint: WebhookEndpoint;
  readonly secrets: readonly string[];
  readonly isFailing: boolean;
  readonly window: Slots;
  readonly unsettled: Set<Promise<void>>;
  /** The ids of events. */
  readonly unsent: string[];
  /** Why outcomes could not be stored. */
  readonly faults: unknown[];
  /** Attempts in a row that contradict `isFailing`. */
  surprises: number;
}

/**
 * Delivers what is due for one endpoint: a turn of a worker. One turn for each endpoint runs at a time, so an endpoint only
 * delays itself. See docs/webhooks.md#fairness.
 */
export class DeliverToEndpoint {
  private readonly active = new Set<string>();
  private isStopping = false;

  constructor(
    private readonly deliveries: DeliveryStore,
    private readonly targets: DeliveryTargets,
    private readonly pending: PendingDeliveries,
    private readonly secrets: SigningSecrets,
    private readonly sender: WebhookSender,
    private readonly outcomes: OutcomeLog,
    private readonly hints: DeliveryHints,
    private readonly slots: RequestSlots,
    private readonly clock: Clock,
  ) {}

  /** Resolves when nothing is due any more, or the endpoint has to make room for others. */
  async deliver({ endpointId, isFailing }: DueEndpoint): Promise<void> {
    // The endpoint waits in both queues while it changes from one to the other.
    if (this.active.has(endpointId)) return;
    this.active.add(endpointId);
    try {
      const isDone = await this.run(endpointId, isFailing);
      if (!isDone) await this.hints.add([{ endpointId, isFailing: !isFailing }]);
    } finally {
      this.active.delete(endpointId);
    }
  }

  /** Starts no more requests. Turns end once their requests have, within seconds. */
  stop(): void {
    this.isStopping = true;
  }

  /** Returns false if the turn ended because the endpoint began to fail, or works again. */
  private async run(endpointId: string, isFailing: boolean): Promise<boolean> {
    for (;;) {
      // Read again each second: the URL or the secret may have changed.
      const turn = await this.begin(endpointId, isFailing);
      if (!turn) return true;
      const end = performance.now() + TURN_MS;
      while (performance.now() < end) {
        const leased = await this.sendDue(turn, end);
        if (isChanged(turn)) return false;
        if (leased === 0 || this.isStopping) return true;
      }
      if (await this.hints.areWaiting(isFailing)) return true;
    }
  }

  /** Returns null for an endpoint that receives nothing. */
  private async begin(endpointId: string, isFailing: boolean): Promise<Turn | null> {
    const endpoint = await this.targets.find(endpointId);
    if (!endpoint?.isEnabled) {
      // Events that were queued while the endpoint was being disabled.
      await this.pending.abandon(endpointId);
      return null;
    }
    const limit = this.slots.limits.endpoint;
    return {
      endpoint,
      isFailing,
      secrets: endpoint.sealedSecrets(this.clock.now()).map((sealed) => this.secrets.open(endpointId, sealed)),
      window: new Slots(isFailing ? Math.min(FAILING_CONCURRENCY, limit) : limit),
      unsettled: new Set(),
      unsent: [],
      faults: [],
      surprises: 0,
    };
  }

  /** Sends until nothing is due or the time is over. Returns how many deliveries were leased. Throws if outcomes are lost. */
  private async sendDue(turn: Turn, end: number): Promise<number> {
    let leased = 0;
    try {
      const limit = turn.isFailing ? FAILING_BATCH : BATCH;
      for (let batch = limit; batch === limit && !this.isOver(turn) && performance.now() < end; leased += batch)
        batch = await this.sendBatch(turn, limit);
    } finally {
      await Promise.all(turn.unsettled);
      await this.deliveries.handBack(turn.endpoint.id, turn.unsent.splice(0));
    }
    if (turn.faults.length > 0) throw turn.faults[0];
    return leased;
  }

  private async sendBatch(turn: Turn, limit: number): Promise<number> {
    const leasedAt = performance.now();
    const batch = await this.deliveries.lease(turn.endpoint.id, limit);
    for (const delivery of batch) {
      await turn.window.take();
      const free = await this.slots.take(turn.endpoint.accountId, turn.isFailing);
      const isLate = performance.now() - leasedAt > LEASE_USE_MS;
      if (isLate || this.isOver(turn)) {
        turn.unsent.push(delivery.payload.id);
        free();
        turn.window.free();
      } else {
        this.start(turn, delivery, () => {
          free();
          turn.window.free();
        });
      }
      while (turn.unsettled.size >= UNSTORED_MAX) await Promise.race(turn.unsettled);
    }
    return batch.length;
  }

  private start(turn: Turn, delivery: LeasedDelivery, free: () => void): void {
    const work: Promise<void> = this.deliverOne(turn, delivery, free)
      .catch((fault: unknown) => void turn.faults.push(fault))
      .finally(() => turn.unsettled.delete(work));
    turn.unsettled.add(work);
  }

  private async deliverOne(turn: Turn, delivery: LeasedDelivery, free: () => void): Promise<void> {
    const { payload, cycle } = delivery;
    const common = { eventId: payload.id, endpointId: turn.endpoint.id, cycleAttempts: cycle.attempts };
    if (isOverdue(cycle, this.clock.now())) {
      free();
      const settled = { status: 'failed', nextAttemptAt: null } as const;
      return this.outcomes.add({ ...common, attempt: null, settled, isGone: false });
    }
    const at = this.clock.now();
    const request = { payload, secrets: turn.secrets, attempt: delivery.attempts + 1 };
    const result = { ...(await this.sender.send(turn.endpoint.url, request).finally(free)), at };
    const settled = settle(result, cycle, this.clock.now());
    turn.surprises = isSuccess(result) === turn.isFailing ? turn.surprises + 1 : 0;
    await this.outcomes.add({ ...common, attempt: result, settled, isGone: isGone(result) });
  }

  private isOver(turn: Turn): boolean {
    return this.isStopping || isChanged(turn) || turn.faults.length > 0;
  }
}

function isChanged({ surprises }: Turn): boolean {
  return surprises >= CHANGED_AFTER;
}
