import {
  addDays,
  CommonErrors,
  exampleOf,
  invalidFields,
  newId,
  type Page,
  type PageRequest,
  type PublicEventType,
  type Transactor,
} from '@trunkline/kernel';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint';
import type { EndpointRepository } from '../ports';
import type { DeliveryFilters, DeliveryLog, DeliveryView, ReplayRange } from './delivery-log';
import type { DeliveryHints } from './ports';

const REPLAY_DAYS_MAX = 7;
/** More would take the database seconds. */
const REPLAY_MAX = 50_000;

export interface EndpointAddress {
  readonly accountId: string;
  readonly endpointId: string;
}

export type ReplayRequest = Omit<ReplayRange, 'eventTypes'> & {
  /** Default: those of the endpoint. */
  readonly eventTypes?: readonly string[];
};

/** The deliveries of an endpoint. Another account's endpoint is `not_found`. */
export class Deliveries {
  constructor(
    private readonly tx: Transactor,
    private readonly endpoints: EndpointRepository,
    private readonly log: DeliveryLog,
    private readonly hints: DeliveryHints,
  ) {}

  async list(
    { accountId, endpointId }: EndpointAddress,
    filters: DeliveryFilters,
    page: PageRequest<'created_at'>,
  ): Promise<Page<DeliveryView>> {
    await this.endpoints.get(accountId, endpointId);
    return this.log.list(endpointId, filters, page);
  }

  /** Sends the example of the type. Throws `invalid_state` for a disabled endpoint. */
  sendTest(address: EndpointAddress, eventType: PublicEventType): Promise<DeliveryView> {
    const data = exampleOf(eventType);
    const test = { id: newId('whd'), eventId: newId('evt'), eventType, data };
    return this.toEnabled(address, (endpoint) => this.log.addTest(endpoint, test));
  }

  /** Restarts a delivery, whatever its status. Throws `not_found`, `invalid_state`. */
  redeliver(address: EndpointAddress, deliveryId: string): Promise<DeliveryView> {
    return this.toEnabled(address, async ({ id }) => {
      await this.log.lock(id, deliveryId);
      const restarted = await this.log.restart(id, deliveryId);
      if (restarted) return restarted;
      throw CommonErrors.invalid_state({ message: 'The event of this delivery was removed after 30 days.' });
    });
  }

  /** Sends the events of a time range again. Returns how many. Throws `invalid_state`, and 422 for too long a range. */
  replay(address: EndpointAddress, request: ReplayRequest): Promise<number> {
    const { from, to } = request;
    if (from >= to) throw invalidFields({ to: 'must be later than `from`' });
    if (to > addDays(from, REPLAY_DAYS_MAX))
      throw invalidFields({ to: `must be at most ${REPLAY_DAYS_MAX} days later than \`from\`` });
    return this.toEnabled(address, async (endpoint) => {
      const range = { ...request, eventTypes: request.eventTypes ?? endpoint.eventTypes };
      if ((await this.log.count(endpoint, range, REPLAY_MAX + 1)) > REPLAY_MAX)
        throw invalidFields({ to: `must be earlier: the time range has more than ${REPLAY_MAX} events` });
      return this.log.replay(endpoint, range);
    });
  }

  /** Locks the endpoint, so that it is not disabled meanwhile, and notifies a worker after the commit. */
  private toEnabled<T>(
    { accountId, endpointId }: EndpointAddress,
    work: (endpoint: WebhookEndpoint) => Promise<T>,
  ): Promise<T> {
    return this.tx.run(async () => {
      const endpoint = await this.endpoints.lock(accountId, endpointId);
      endpoint.assertEnabled();
      const result = await work(endpoint);
      const isFailing = endpoint.consecutiveFailures > 0;
      this.tx.afterCommit(() => void this.hints.add([{ endpointId, isFailing }]));
      return result;
    });
  }
}
