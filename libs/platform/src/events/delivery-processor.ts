import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { DeliveryRef } from './delivery-jobs';
import type { Delivery, EventDeliveries } from './event-deliveries';
import type { Subscription, Subscriptions } from './subscriptions';

/** Less than half of a claim, so that one missed renewal does not lose it. */
const CLAIM_RENEWAL_MS = 5000;
const BACKOFF_SECONDS_MAX = 3600;
/** The longest back-off is reached here. A higher exponent would overflow. */
const BACKOFF_EXPONENT_MAX = 12;
/** Amounts to two and a half days. Deliveries to a patient subscriber never fail for good. */
const ATTEMPTS_MAX = 72;

/**
 * Executes the handlers of subscribers and schedules retries. Idempotent per delivery, also for concurrent workers. This is
 * the only retry policy of deliveries: their jobs have one attempt.
 */
export class DeliveryProcessor {
  private readonly outcomes;
  private stopping = false;

  constructor(
    private readonly tx: Transactor,
    private readonly deliveries: EventDeliveries,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
    metrics: Metrics,
    private readonly log: Log,
  ) {
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

  /** Handles all due events of the lane (one account and subscriber) in order, whichever of them the job named. */
  private async drainLane(lane: DeliveryRef): Promise<void> {
    while (await this.deliverHead(lane)) {
      if (this.stopping) return this.deliveries.handBack(lane);
    }
  }

  /** Handles the first event of the lane. Returns false if there is none, it is not due or locked, or its handler failed. */
  private async deliverHead(lane: DeliveryRef): Promise<boolean> {
    const taken: { head: Delivery | null } = { head: null };
    try {
      await this.tx.run(async () => {
        const head = await this.deliveries.lockHead(lane);
        taken.head = head;
        if (!head) return;
        await this.subscription(head).handle(head.event);
        await this.deliveries.done(head);
      });
    } catch (error) {
      if (!taken.head) throw error;
      return (await this.failed(taken.head, error)) === 'given_up';
    }
    if (taken.head) this.outcomes.inc({ subscriber: lane.subscriber, outcome: 'done' });
    return taken.head !== null;
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
    const isPatient = this.subscriptions.find(event.type, subscriber)?.isPatient ?? false;
    const outcome = isPatient || attempt < ATTEMPTS_MAX ? 'failed' : 'given_up';
    const dueAt = outcome === 'failed' ? addSeconds(this.clock.now(), backoffSeconds(attempt)) : null;
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

/** Returns 1, 2, 4 … seconds, at most an hour, plus up to a fifth of jitter. */
function backoffSeconds(attempt: number): number {
  const spread = 1 + Math.random() / 5;
  return Math.min(2 ** Math.min(attempt - 1, BACKOFF_EXPONENT_MAX), BACKOFF_SECONDS_MAX) * spread;
}
