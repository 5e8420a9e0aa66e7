import { type Clock, nextAttemptAt, type RetryPolicy, type Transactor } from '@trunkline/kernel';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { DeliveryJobs, DeliveryRef } from './delivery-jobs';
import type { Delivery, EventDeliveries } from './event-deliveries';
import { LaneGroups } from './lane-groups';
import type { Subscription, Subscriptions } from './subscriptions';

/** Less than half of a claim, so that one missed renewal does not lose it. */
const CLAIM_RENEWAL_MS = 5000;
/** Amounts to two and a half days. Deliveries to a subscriber that retries without limit never fail permanently. */
const ATTEMPTS_MAX = 72;
const PAUSE_SECONDS_MAX = 3600;
/** 1, 2, 4 … seconds, at most an hour. */
const RETRIES: RetryPolicy = {
  pausesSeconds: Array.from({ length: ATTEMPTS_MAX - 1 }, (_, n) => Math.min(2 ** n, PAUSE_SECONDS_MAX)),
  jitter: 0.1,
  windowSeconds: null,
};
/** Events of one lane in one transaction. */
const BATCH = 200;
/** After this time a batch ends early, so that the locks of its handlers are short. */
const BATCH_MS = 50;
/** After this time a job hands its lane back, so that long lanes do not occupy all places of a worker. */
const LANE_MS = 500;

/** How a transaction of a lane ended, with the number of its events. `blocked`: it only kept other workers from later ones. */
interface Ended {
  readonly outcome: 'done' | 'failed' | 'given_up' | 'blocked';
  readonly size: number;
}

/**
 * Executes the handlers of subscribers and schedules retries. Idempotent per delivery, also for concurrent workers. This is
 * the only retry policy of deliveries: their jobs have one attempt.
 */
export class DeliveryProcessor {
  private readonly outcomes;
  private readonly groups: LaneGroups;
  private stopping = false;

  constructor(
    private readonly tx: Transactor,
    private readonly deliveries: EventDeliveries,
    private readonly subscriptions: Subscriptions,
    private readonly jobs: Pick<DeliveryJobs, 'addRest'>,
    private readonly clock: Clock,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.groups = new LaneGroups(tx, deliveries, subscriptions, log);
    this.outcomes = metrics.counter({
      name: 'trunkline_deliveries_total',
      help: 'Deliveries of events to subscribers, by outcome: done, failed (to be retried), given_up.',
      labels: ['subscriber', 'outcome'],
    });
  }

  async process(ref: DeliveryRef): Promise<void> {
    if (this.subscriptions.isInTransaction(ref.subscriber)) await this.drainLane(ref);
    else await this.deliverOutside(ref);
  }

  /** Stops after the event that is being handled. */
  stop(): void {
    this.stopping = true;
  }

  /**
   * Handles the due events of the lane (one account and subscriber) in order, whichever event the job named. After a batch
   * fails, its events are handled one at a time, so that only the failing event and those behind it wait.
   */
  private async drainLane(lane: DeliveryRef): Promise<void> {
    const end = performance.now() + LANE_MS;
    let single = 0;
    let ended: Ended;
    do {
      ended = await this.deliverBatch(lane, single > 0 ? 1 : BATCH);
      if (await this.isDrained(lane, ended)) return;
      single = ended.outcome === 'failed' ? ended.size : Math.max(0, single - 1);
    } while (this.mayContinue(ended, end));
    return this.handBack(lane);
  }

  /** Looks again after events were handled: the job of a later event may have found the lane locked, and ended. */
  private async isDrained(lane: DeliveryRef, { outcome, size }: Ended): Promise<boolean> {
    if (outcome === 'blocked') return !(await this.deliveries.isFree(lane));
    if (size === 0 || (outcome === 'failed' && size === 1)) return true;
    return outcome === 'done' && !(await this.deliveries.isDue(lane));
  }

  /** After a failed batch at least one event is handled alone. Otherwise a batch that fails slowly would be repeated for ever. */
  private mayContinue({ outcome }: Ended, end: number): boolean {
    return !this.stopping && (outcome === 'failed' || performance.now() <= end);
  }

  private async handBack(lane: DeliveryRef): Promise<void> {
    const head = await this.deliveries.handBack(lane);
    if (head && !this.stopping) await this.jobs.addRest(head);
  }

  /** Handles the first events of the lane. Their number is 0 if there are none, or the first one is not due or locked. */
  private async deliverBatch(lane: DeliveryRef, limit: number): Promise<Ended> {
    const size = limit > 1 ? await this.groups.deliver(lane) : null;
    return size === null ? this.deliverAlone(lane, limit) : this.done(lane, size);
  }

  private async deliverAlone(lane: DeliveryRef, limit: number): Promise<Ended> {
    let batch: readonly Delivery[] = [];
    try {
      const handled = await this.tx.run(async () => {
        const locked = await this.deliveries.lockLane(lane, limit);
        batch = locked ?? [];
        if (batch.length === 0) return locked ? 0 : null;
        const size = await this.handle(batch);
        await this.deliveries.doneAll(batch.slice(0, size));
        return size;
      });
      return handled === null ? { outcome: 'blocked', size: 0 } : this.done(lane, handled);
    } catch (error) {
      const [head, second] = batch;
      if (!head) throw error;
      if (!second) return { outcome: await this.failed(head, error), size: 1 };
      this.log.warn(
        { err: error, ...lane, events: batch.length },
        'a batch of events failed and will be retried one event at a time',
      );
      return { outcome: 'failed', size: batch.length };
    }
  }

  private done({ subscriber }: DeliveryRef, size: number): Ended {
    if (size > 0) this.outcomes.inc({ subscriber, outcome: 'done' }, size);
    return { outcome: 'done', size };
  }

  /** Handles deliveries in order until the time of a batch is over. Returns how many it handled, at least one. */
  private async handle(batch: readonly Delivery[]): Promise<number> {
    const end = performance.now() + BATCH_MS;
    let handled = 0;
    while (handled < batch.length && (handled === 0 || (!this.stopping && performance.now() < end))) {
      handled += await this.handleNext(batch.slice(handled));
    }
    return handled;
  }

  /** Handles the first delivery, together with those that follow for the same handler of many events. */
  private async handleNext(batch: readonly Delivery[]): Promise<number> {
    const [first] = batch;
    if (!first) return 0;
    const subscription = this.subscription(first);
    if (!subscription.handleAll) {
      await subscription.handle(first.event);
      return 1;
    }
    const other = batch.findIndex((delivery) => this.subscription(delivery) !== subscription);
    const events = (other < 0 ? batch : batch.slice(0, other)).map(({ event }) => event);
    await subscription.handleAll(events);
    return events.length;
  }

  private async deliverOutside(ref: DeliveryRef): Promise<void> {
    const delivery = await this.deliveries.claim(ref);
    if (!delivery) return;
    const renewal = setInterval(() => {
      // The next renewal makes up for a failed one; otherwise the event may be delivered twice.
      this.deliveries.keepClaim(delivery).catch((error: unknown) => {
        this.log.warn({ err: error, subscriber: ref.subscriber }, 'a claim was not renewed');
      });
    }, CLAIM_RENEWAL_MS);
    try {
      await this.subscription(delivery).handle(delivery.event);
    } catch (error) {
      await this.failed(delivery, error);
      return;
    } finally {
      clearInterval(renewal);
    }
    await this.deliveries.done(delivery);
    this.outcomes.inc({ subscriber: ref.subscriber, outcome: 'done' });
  }

  private subscription({ event, subscriber }: Delivery): Subscription {
    const found = this.subscriptions.find(event.type, subscriber);
    if (!found) throw new Error(`${subscriber} is no longer subscribed to ${event.type}.`);
    return found;
  }

  private async failed(delivery: Delivery, error: unknown): Promise<'failed' | 'given_up'> {
    const { subscriber, event } = delivery;
    const attempt = delivery.attempts + 1;
    const retriesWithoutLimit = this.subscriptions.find(event.type, subscriber)?.retriesWithoutLimit ?? false;
    const now = this.clock.now();
    const pause = retriesWithoutLimit ? Math.min(attempt, RETRIES.pausesSeconds.length) : attempt;
    const dueAt = nextAttemptAt(RETRIES, { attempt: pause, firstAt: now, now });
    const outcome = dueAt ? 'failed' : 'given_up';
    await this.deliveries.failed(delivery, error, dueAt);
    this.outcomes.inc({ subscriber, outcome });
    this.log.error(
      { err: error, subscriber, eventId: event.id, accountId: event.accountId, attempt },
      outcome === 'failed'
        ? 'the handling of an event failed and will be retried'
        : 'the handling of an event failed for good',
    );
    return outcome;
  }
}
