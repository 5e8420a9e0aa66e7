import type { Log } from '../observability/log';
import type { Job, JobQueues } from '../jobs/job-queues';
import type { Subscriptions } from './subscriptions';

/** Which delivery a job is about. */
export interface DeliveryRef {
  readonly eventId: string;
  readonly subscriber: string;
  readonly accountId: string;
}

/** Tells the queues of deliveries to make. What it cannot tell them is told again by the sweeper. */
export class DeliveryJobs {
  constructor(
    private readonly queues: JobQueues,
    private readonly subscriptions: Subscriptions,
    private readonly log: Log,
  ) {}

  /** Never rejects: the deliveries stand in the database. */
  async add(deliveries: readonly DeliveryRef[]): Promise<void> {
    for (const queue of this.subscriptions.queues) {
      const its = deliveries.filter(({ subscriber }) => this.subscriptions.queueOf(subscriber) === queue);
      try {
        await this.queues.addBulk(queue, its.map(jobOf));
      } catch (error) {
        this.log.warn({ err: error, queue, deliveries: its.length }, 'queue away: the deliveries wait');
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
