import type { JobQueues, Log } from '@trunkline/platform';
import { type DeliveryHints, type DueEndpoint } from '../../application/deliveries/ports';

/** The queues of endpoints that work, and of those whose last attempt failed. */
export const WEBHOOK_QUEUES = { healthy: 'webhooks', failing: 'webhooks-failing' } as const;

const queueOf = (isFailing: boolean) => (isFailing ? WEBHOOK_QUEUES.failing : WEBHOOK_QUEUES.healthy);

/** One job for each endpoint, however much waits for it. */
export class JobDeliveryHints implements DeliveryHints {
  constructor(
    private readonly queues: JobQueues,
    private readonly log: Log,
  ) {}

  async add(endpoints: readonly DueEndpoint[]): Promise<void> {
    for (const isFailing of [false, true]) {
      const its = endpoints.filter((each) => each.isFailing === isFailing);
      const jobs = its.map(({ endpointId }) => ({ id: endpointId, name: 'deliver', data: { endpointId } }));
      try {
        await this.queues.addBulk(queueOf(isFailing), jobs);
      } catch (error) {
        this.log.warn({ err: error, endpoints: jobs.length }, 'queue unavailable: webhook deliveries wait');
      }
    }
  }

  async areWaiting(isFailing: boolean): Promise<boolean> {
    return (await this.queues.counts(queueOf(isFailing))).waiting > 0;
  }
}
