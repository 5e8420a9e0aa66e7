import type { Log } from '../observability/log';
import type { Job, NewJob } from '../jobs/job';
import type { JobQueues } from '../jobs/job-queues';
import type { Subscriptions } from './subscriptions';

/** Identifies the delivery of a job. */
export interface DeliveryRef {
  readonly eventId: string;
  readonly subscriber: string;
  readonly accountId: string;
}

/** A delivery that is due, after `attempts` failed ones. */
export interface DueDelivery extends DeliveryRef {
  readonly attempts: number;
}

/** Queues jobs for deliveries. The sweeper repeats those that a queue did not accept or that a process took with it. */
export class DeliveryJobs {
  constructor(
    private readonly queues: JobQueues,
    private readonly subscriptions: Subscriptions,
    private readonly log: Log,
  ) {}

  /**
   * Adds one job for each attempt, however often the sweeper repeats it. Never rejects, because the deliveries are stored in the
   * database.
   */
  add(deliveries: readonly DueDelivery[]): Promise<void> {
    // The job of the attempt before may still be in the queue: its end was not recorded yet, or its worker died.
    const jobs = deliveries.map((due) => ({ ...jobOf(due), id: `${due.eventId}.${due.subscriber}.${due.attempts}` }));
    return this.addJobs(jobs);
  }

  /** Adds a job for the rest of a lane. It has no id, because the running job may be that of the same delivery. */
  addRest(lane: DeliveryRef): Promise<void> {
    return this.addJobs([jobOf(lane)]);
  }

  static refOf({ data }: Job): DeliveryRef {
    const { eventId = '', subscriber = '', accountId = '' } = data;
    return { eventId, subscriber, accountId };
  }

  private async addJobs(jobs: readonly NewJob[]): Promise<void> {
    for (const queue of this.subscriptions.queues) {
      const its = jobs.filter(({ name }) => this.subscriptions.queueOf(name) === queue);
      try {
        await this.queues.offer(queue, its);
      } catch (error) {
        this.log.warn({ err: error, queue, deliveries: its.length }, 'queue unavailable: the deliveries wait');
      }
    }
  }
}

function jobOf({ eventId, subscriber, accountId }: DeliveryRef): NewJob {
  return { name: subscriber, data: { eventId, subscriber, accountId } };
}
