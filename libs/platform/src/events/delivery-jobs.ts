import type { Log } from '../observability/log';
import type { Job, JobQueues } from '../jobs/job-queues';
import type { Subscriptions } from './subscriptions';

/** Identifies the delivery of a job. */
export interface DeliveryRef {
  readonly eventId: string;
  readonly subscriber: string;
  readonly accountId: string;
}

/** Queues jobs for deliveries. The sweeper repeats those that a queue did not accept. */
export class DeliveryJobs {
  constructor(
    private readonly queues: JobQueues,
    private readonly subscriptions: Subscriptions,
    private readonly log: Log,
  ) {}

  /** Adds jobs. Never rejects, because the deliveries are stored in the database. */
  async add(deliveries: readonly DeliveryRef[]): Promise<void> {
    for (const queue of this.subscriptions.queues) {
      const its = deliveries.filter(({ subscriber }) => this.subscriptions.queueOf(subscriber) === queue);
      try {
        await this.queues.addBulk(queue, its.map(jobOf));
      } catch (error) {
        this.log.warn({ err: error, queue, deliveries: its.length }, 'queue unavailable: the deliveries wait');
      }
    }
  }

  static refOf({ data }: Job): DeliveryRef {
    const { eventId = '', subscriber = '', accountId = '' } = data;
    return { eventId, subscriber, accountId };
  }
}

function jobOf({ eventId, subscriber, accountId }: DeliveryRef) {
  return { id: `${eventId}.${subscriber}`, name: subscriber, data: { eventId, subscriber, accountId } };
}
