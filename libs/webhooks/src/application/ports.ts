import type { Page, PageRequest } from '@trunkline/kernel';
import type { SealedSecret, WebhookEndpoint } from '../domain/webhook-endpoint';

/** Endpoints that are not deleted. */
export abstract class EndpointRepository {
  /** Counts the account's endpoints, without those of its numbers. No other transaction adds one until this one ends. */
  abstract lockedCount(accountId: string): Promise<number>;
  abstract add(endpoint: WebhookEndpoint): Promise<void>;
  abstract save(endpoint: WebhookEndpoint): Promise<void>;
  /** Locks the endpoint until the transaction ends. Throws `not_found`, also for an endpoint of another account. */
  abstract lock(accountId: string, id: string): Promise<WebhookEndpoint>;
  /** Locks the endpoint of a number, or returns null. */
  abstract lockOfNumber(accountId: string, numberId: string): Promise<WebhookEndpoint | null>;
  /** Locks every endpoint of the account, in the order of ids. */
  abstract lockAll(accountId: string): Promise<WebhookEndpoint[]>;
  /** Throws `not_found`, also for an endpoint of another account. */
  abstract get(accountId: string, id: string): Promise<WebhookEndpoint>;
  /** Also finds an endpoint that was deleted. */
  abstract findWithDeleted(accountId: string, id: string): Promise<WebhookEndpoint | null>;
  abstract list(accountId: string, page: PageRequest<'created_at'>): Promise<Page<WebhookEndpoint>>;
}

/** Creates and seals signing secrets. */
export abstract class SigningSecrets {
  abstract create(): string;
  abstract seal(endpointId: string, secret: string): SealedSecret;
  abstract open(endpointId: string, sealed: string): string;
}

export type UrlCheck = { readonly isAllowed: true } | { readonly isAllowed: false; readonly reason: string };

export abstract class EndpointUrls {
  /** Checks scheme, port and every address of the host, unless the deployment allows private ones. */
  abstract check(url: string): Promise<UrlCheck>;
}

export abstract class PendingDeliveries {
  /** Gives up every pending delivery of a disabled endpoint. Does nothing for an enabled one. Joins the transaction. */
  abstract abandon(endpointId: string): Promise<void>;
}
