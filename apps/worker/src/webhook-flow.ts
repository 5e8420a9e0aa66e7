import { type Job, type JobQueues, type Log, Loop } from '@trunkline/platform';
import { type DeliverToEndpoint, type DeliveryHints, type DeliveryStore, WEBHOOK_QUEUES } from '@trunkline/webhooks';

/** Retries and lost hints wait at most this long. */
const SWEEP_MS = 2000;

/** Delivers webhooks in one worker: the queues of endpoints, and the sweeper that finds what is due without a job. */
export class WebhookFlow {
  private readonly sweeping: Loop;

  constructor(
    private readonly queues: JobQueues,
    private readonly deliverToEndpoint: DeliverToEndpoint,
    private readonly deliveries: DeliveryStore,
    private readonly hints: DeliveryHints,
    log: Log,
  ) {
    this.sweeping = new Loop({ name: 'webhooks', everyMs: SWEEP_MS, work: () => this.sweep() }, log);
  }

  /** `concurrency` is the number of requests in flight, and so the most endpoints that can be served at once. */
  start(concurrency: number): void {
    for (const isFailing of [false, true]) {
      const deliver = ({ data }: Job) =>
        this.deliverToEndpoint.deliver({ endpointId: data['endpointId'] ?? '', isFailing });
      this.queues.process(isFailing ? WEBHOOK_QUEUES.failing : WEBHOOK_QUEUES.healthy, deliver, concurrency);
    }
    this.sweeping.start();
  }

  /** Looks for due deliveries after the test clock moved. */
  clockMoved(): void {
    this.sweeping.wake();
  }

  get idleMs(): number {
    return this.sweeping.idleMs;
  }

  /** Starts no more requests. `JobQueues.stopTaking` waits for those in flight; the rest goes to other workers. */
  async stop(): Promise<void> {
    this.deliverToEndpoint.stop();
    await this.sweeping.stop();
  }

  private async sweep(): Promise<'rest'> {
    await this.hints.add(await this.deliveries.dueEndpoints());
    return 'rest';
  }
}
