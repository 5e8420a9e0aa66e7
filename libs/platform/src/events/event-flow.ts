import type { Clock } from '@trunkline/kernel';
import type { Database } from '../database/database';
import type { Log } from '../observability/log';
import { Loop } from '../jobs/loop';
import type { Metrics } from '../observability/metrics';
import type { Notifications } from '../database/notifications';
import { OUTBOX_CHANNEL } from './outbox';
import { OutboxRelay } from './outbox-relay';
import type { JobQueues } from '../jobs/job-queues';
import { DeliveryJobs } from './delivery-jobs';
import { DeliveryProcessor } from './delivery-processor';
import { EventDeliveries } from './event-deliveries';
import type { Subscriptions } from './subscriptions';

/** Events are announced. This finds those whose relay was killed. */
const RELAY_MS = 2000;
/** Retries and lost jobs wait at most this long. Shorter periods are what an idle worker costs. */
const SWEEP_MS = 2000;
const CONCURRENCY = 10;
/** For each subscriber with external effects. */
const OUTSIDE_CONCURRENCY = 5;

/** Delivers events from the outbox to their subscribers in one worker: relay, queues, handlers and sweeper. */
export class EventFlow {
  readonly deliveries: EventDeliveries;
  private readonly relaying: Loop;
  private readonly sweeping: Loop;
  private readonly processor: DeliveryProcessor;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly notifications: Notifications,
    private readonly queues: JobQueues,
    private readonly subscriptions: Subscriptions,
    metrics: Metrics,
    log: Log,
  ) {
    this.deliveries = new EventDeliveries(db, clock);
    const jobs = new DeliveryJobs(queues, subscriptions, log);
    const relay = new OutboxRelay(db, this.deliveries, subscriptions, jobs, clock);
    this.relaying = new Loop({ name: 'relay', everyMs: RELAY_MS, work: () => relay.relay() }, log);
    this.sweeping = new Loop({ name: 'sweep', everyMs: SWEEP_MS, work: () => this.sweep(jobs) }, log);
    this.processor = new DeliveryProcessor(db, this.deliveries, subscriptions, jobs, clock, metrics, log);
  }

  start(): void {
    for (const queue of this.subscriptions.queues) {
      const handler = (job: Parameters<typeof DeliveryJobs.refOf>[0]) =>
        this.processor.process(DeliveryJobs.refOf(job));
      this.queues.process(queue, handler, queue === 'events' ? CONCURRENCY : OUTSIDE_CONCURRENCY);
    }
    this.notifications.listen(OUTBOX_CHANNEL, () => this.relaying.wake());
    this.relaying.start();
    this.sweeping.start();
  }

  /** Looks for due deliveries after the test clock moved. */
  clockMoved(): void {
    this.sweeping.wake();
  }

  /** Milliseconds since the relay or the sweeper last finished a round, whichever is longer. */
  get idleMs(): number {
    return Math.max(this.relaying.idleMs, this.sweeping.idleMs);
  }

  /** Starts no more work. `JobQueues.stopTaking` waits for running jobs. */
  async stop(): Promise<void> {
    this.processor.stop();
    await Promise.all([this.relaying.stop(), this.sweeping.stop()]);
  }

  /** Returns the number of events that wait to be relayed, and the age of the oldest. */
  async outbox(): Promise<{ pending: number; lagSeconds: number }> {
    const { pending, oldest } = await this.db.get<{ pending: number; oldest: Date | null }>(
      `SELECT count(*) AS pending, min(created_at) AS oldest FROM platform.outbox WHERE relayed_at IS NULL`,
    );
    const lagMs = oldest ? this.clock.now().getTime() - oldest.getTime() : 0;
    return { pending, lagSeconds: Math.max(0, lagMs / 1000) };
  }

  private async sweep(jobs: DeliveryJobs): Promise<'again' | 'rest'> {
    const lost = await this.deliveries.sweep(this.subscriptions.names);
    await jobs.add(lost);
    return lost.length > 0 ? 'again' : 'rest';
  }
}
