import { type Clock, CommonErrors, newId, type PublicEventType, type Transactor } from '@trunkline/kernel';
import {
  type EndpointChange,
  ENDPOINTS_MAX,
  type NewEndpointOptions,
  WebhookEndpoint,
} from '../domain/webhook-endpoint';
import { WebhookErrors } from '../domain/errors';
import type { EndpointRepository, EndpointUrls, PendingDeliveries, SigningSecrets } from './ports';

/** What the endpoint of a number receives. */
const NUMBER_EVENT_TYPES: readonly PublicEventType[] = ['sms.received'];

export interface CreateEndpointRequest {
  readonly accountId: string;
  /** Stable across retries of one request. */
  readonly operationId: string;
  readonly options: NewEndpointOptions;
}

/** An endpoint with its signing secret, which is returned only once. */
export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly signingSecret: string;
}

export interface RotatedSecret {
  readonly signingSecret: string;
  readonly previousValidUntil: Date;
}

/** The webhook endpoints of an account. Another account's endpoint is `not_found`. */
export class Endpoints {
  constructor(
    private readonly tx: Transactor,
    private readonly endpoints: EndpointRepository,
    private readonly secrets: SigningSecrets,
    private readonly urls: EndpointUrls,
    private readonly deliveries: PendingDeliveries,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the endpoint of the first request when repeated. Throws `url_not_allowed`, `webhook_limit_reached`, and `conflict`
   * if that endpoint was deleted since.
   */
  async create({ accountId, operationId, options }: CreateEndpointRequest): Promise<CreatedEndpoint> {
    const id = `whe_${operationId.slice(operationId.indexOf('_') + 1)}`;
    const existing = await this.endpoints.findWithDeleted(accountId, id);
    if (existing) return this.answerToRepetition(existing);
    await this.assertUrlAllowed(options.url);
    const signingSecret = this.secrets.create();
    const sealed = this.secrets.seal(id, signingSecret);
    return this.tx.run(async () => {
      const count = await this.endpoints.lockedCount(accountId);
      // A repetition of the request may have created it since.
      const created = await this.endpoints.findWithDeleted(accountId, id);
      if (created) return this.answerToRepetition(created);
      if (count >= ENDPOINTS_MAX) throw WebhookErrors.webhook_limit_reached();
      const endpoint = WebhookEndpoint.create({ id, accountId, options }, sealed, this.clock.now());
      await this.endpoints.add(endpoint);
      return { endpoint, signingSecret };
    });
  }

  /**
   * Disabling gives up what is pending. Runs `assertCurrent` with the endpoint locked; its error leaves the endpoint
   * unchanged. Throws `not_found`, `url_not_allowed`, and `invalid_state` for the URL and the types of a number's endpoint.
   */
  async update(
    accountId: string,
    id: string,
    change: EndpointChange,
    assertCurrent?: () => Promise<void>,
  ): Promise<WebhookEndpoint> {
    await this.endpoints.get(accountId, id);
    if (change.url !== undefined) await this.assertUrlAllowed(change.url);
    return this.tx.run(async () => {
      const endpoint = await this.endpoints.lock(accountId, id);
      await assertCurrent?.();
      if (change.url !== undefined || change.eventTypes !== undefined) endpoint.assertOfAccount();
      endpoint.change(change, this.clock.now());
      await this.endpoints.save(endpoint);
      if (!endpoint.isEnabled) await this.deliveries.abandon(id);
      return endpoint;
    });
  }

  /** Throws `not_found`, and `invalid_state` for the endpoint of a number. */
  delete(accountId: string, id: string): Promise<void> {
    return this.tx.run(async () => {
      const endpoint = await this.endpoints.lock(accountId, id);
      endpoint.assertOfAccount();
      await this.deleteLocked(endpoint);
    });
  }

  /** Deletes every endpoint of a closed account. Idempotent. */
  deleteAll(accountId: string): Promise<void> {
    return this.tx.run(async () => {
      for (const endpoint of await this.endpoints.lockAll(accountId)) await this.deleteLocked(endpoint);
    });
  }

  /** See `WebhookEndpoint.rotateSecret`. Throws `not_found`, `rotation_pending`. */
  rotateSecret(accountId: string, id: string, overlapSeconds: number): Promise<RotatedSecret> {
    const signingSecret = this.secrets.create();
    const sealed = this.secrets.seal(id, signingSecret);
    return this.tx.run(async () => {
      const endpoint = await this.endpoints.lock(accountId, id);
      const previousValidUntil = endpoint.rotateSecret(sealed, overlapSeconds, this.clock.now());
      await this.endpoints.save(endpoint);
      return { signingSecret, previousValidUntil };
    });
  }

  /** Resolves the host: call it outside transactions. Throws `url_not_allowed` that names the field. */
  async assertUrlAllowed(url: string, field = 'url'): Promise<void> {
    const check = await this.urls.check(url);
    if (!check.isAllowed) throw WebhookErrors.url_not_allowed({ fields: { [field]: check.reason } });
  }

  /**
   * Sends the messages that a number receives to the URL; null ends that. A URL that is set again enables its endpoint. Joins the
   * transaction. The caller has locked the number, and checked the URL.
   */
  setForNumber(accountId: string, numberId: string, url: string | null): Promise<void> {
    return this.tx.run(async () => {
      const endpoint = await this.endpoints.lockOfNumber(accountId, numberId);
      if (url === null) return endpoint ? this.deleteLocked(endpoint) : undefined;
      if (endpoint) {
        endpoint.change({ url, enabled: true }, this.clock.now());
        return this.endpoints.save(endpoint);
      }
      const id = newId('whe');
      const secret = this.secrets.seal(id, this.secrets.create());
      const options = { url, eventTypes: NUMBER_EVENT_TYPES };
      return this.endpoints.add(WebhookEndpoint.create({ id, accountId, numberId, options }, secret, this.clock.now()));
    });
  }

  private answerToRepetition(endpoint: WebhookEndpoint): CreatedEndpoint {
    if (endpoint.deletedAt)
      throw CommonErrors.conflict({
        message: 'The endpoint that this request created was deleted. Use a new Idempotency-Key to create another.',
      });
    const [sealed = ''] = endpoint.sealedSecrets(this.clock.now());
    return { endpoint, signingSecret: this.secrets.open(endpoint.id, sealed) };
  }

  private async deleteLocked(endpoint: WebhookEndpoint): Promise<void> {
    endpoint.delete(this.clock.now());
    await this.endpoints.save(endpoint);
    await this.deliveries.abandon(endpoint.id);
  }
}
