import { addSeconds, type Clock, type Transactor } from '@trunkline/kernel';
import type { Log } from '../observability/log';
import type { Metrics } from '../observability/metrics';
import type { DeliveryRef } from './delivery-jobs';
import type { Delivery, EventDeliveries } from './event-deliveries';
import type { Subscription, Subscriptions } from './subscriptions';

/** Less than half of a claim, so that one missed renewal loses nothing. */
const CLAIM_RENEWAL_MS = 5000;
const BACKOFF_SECONDS_MAX = 3600;
/** Beyond it the longest back-off is reached, and a number would soon be none any more. */
const BACKOFF_EXPONENT_MAX = 12;
/** Two and a half days at the longest back-off; a patient subscriber is tried for ever. */
const ATTEMPTS_MAX = 72;

export interface ProcessorParts {
  readonly tx: Transactor;
  readonly deliveries: EventDeliveries;
  readonly subscriptions: Subscriptions;
  readonly clock: Clock;
}

/** Runs subscribers' handlers. Safe to call any number of times, by any number of workers, for the same delivery. */
export class DeliveryProcessor {
  private readonly outcomes;
  private stopping = false;

  constructor(
    private readonly parts: ProcessorParts,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    this.outcomes = metrics.counter({
      name: 'trunkline_deliveries_total',
      help: 'Deliveries of events to subscribers, by outcome: done, failed (and tried again), given_up.',
      labels: ['subscriber', 'outcome'],
    });
  }

  async process(ref: DeliveryRef): Promise<void> {
    if (this.parts.subscriptions.isInTransaction(ref.subscriber)) await this.drainLane(ref);
    else await this.deliverOutside(ref);
  }

  /** Lanes are left after the event that is being handled. */
  stop(): void {
    this.stopping = true;
  }

  /** One job serves the account's whole lane: jobs may come in any order, events are handled in theirs. */
  private async drainLane(lane: DeliveryRef): Promise<void> {
    while (await this.deliverHead(lane)) {
      if (this.stopping) return this.parts.deliveries.handBack(lane);
    }
  }

  /** Answers whether the lane goes on: not while its head fails, has another worker, or is missing. */
  private async deliverHead(lane: DeliveryRef): Promise<boolean> {
    const taken: { head: Delivery | null } = { head: null };
    try {
      await this.parts.tx.run(async () => {
        const head = await this.parts.deliveries.lockHead(lane);
        taken.head = head;
        if (!head) return;
        await this.subscription(head).handle(head.event);
        await this.parts.deliveries.done(head);
      });
    } catch (error) {
      if (!taken.head) throw error;
      return (await this.failed(taken.head, error)) === 'given_up';
    }
    if (taken.head) this.outcomes.inc({ subscriber: lane.subscriber, outcome: 'done' });
    return taken.head !== null;
  }

  private async deliverOutside(ref: DeliveryRef): Promise<void> {
    const delivery = await this.parts.deliveries.claim(ref);
    if (!delivery) return;
    const renewal = setInterval(() => {
      // A renewal that fails is made up for by the next, or the event is delivered twice.
      this.parts.deliveries.keepClaim(delivery).catch((error: unknown) => {
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
    await this.parts.deliveries.done(delivery);
    this.outcomes.inc({ subscriber: ref.subscriber, outcome: 'done' });
  }

  private subscription({ event, subscriber }: Delivery): Subscription {
    const found = this.parts.subscriptions.find(event.type, subscriber);
    if (!found) throw new Error(`${subscriber} is not subscribed to ${event.type} any more.`);
    return found;
  }

  private async failed(delivery: Delivery, error: unknown): Promise<'failed' | 'given_up'> {
    const { subscriber, event } = delivery;
    const attempt = delivery.attempts + 1;
    const isPatient = this.parts.subscriptions.find(event.type, subscriber)?.isPatient ?? false;
    const outcome = isPatient || attempt < ATTEMPTS_MAX ? 'failed' : 'given_up';
    const dueAt = outcome === 'failed' ? addSeconds(this.parts.clock.now(), backoffSeconds(attempt)) : null;
    await this.parts.deliveries.failed(delivery, error, dueAt);
    this.outcomes.inc({ subscriber, outcome });
    this.log.error(
      { err: error, subscriber, eventId: event.id, accountId: event.accountId, attempt },
      outcome === 'failed' ? 'an event was not handled and will be tried again' : 'an event was given up',
    );
    return outcome;
  }
}

/** 1, 2, 4 … seconds, an hour at most, up to a fifth more so that what failed together does not come back together. */
export function backoffSeconds(attempt: number): number {
  const spread = 1 + Math.random() / 5;
  return Math.min(2 ** Math.min(attempt - 1, BACKOFF_EXPONENT_MAX), BACKOFF_SECONDS_MAX) * spread;
}
