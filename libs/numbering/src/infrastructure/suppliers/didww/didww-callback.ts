import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@trunkline/kernel';
import type { CallbackRequest } from '../../../application/supply/supplier';

/** The outcome of an order. */
export interface OrderEvent {
  /** DIDWW's id of the order. */
  readonly orderId: string;
  readonly status: 'completed' | 'canceled';
}

const SIGNATURE = 'x-didww-signature';

/**
 * Verifies and parses DIDWW callbacks (doc.didww.com/api3/2026-04-16/callbacks-details.html; the algorithm in full at
 * doc.didww.com/api3/2022-05-10/callbacks-details.html#algorithm-implementation-details). The signature is a hexadecimal
 * HMAC-SHA1, keyed by the callback secret, of the callback URL with its port, followed by the name and value of each
 * parameter, sorted by name.
 *
 * The URL is the configured one, not the one of the request behind proxies. Callbacks have no timestamp and can be replayed,
 * which is harmless: a callback only triggers a query of the order.
 */
export class DidwwCallbacks {
  /** Accepts a signature by any of the secrets, for rotation. */
  constructor(
    private readonly url: URL | null,
    private readonly secrets: readonly string[],
  ) {}

  /** Throws `unauthorized` for an invalid signature. Returns null for an event that is not about an order. */
  read({ headers, rawBody }: CallbackRequest): OrderEvent | null {
    const params = [...new URLSearchParams(rawBody.toString('utf8'))];
    if (!this.isSigned(params, headers[SIGNATURE] ?? '')) {
      throw new DomainError('unauthorized', 'unauthorized', 'The signature of the callback is invalid.');
    }
    const { id, type, status } = Object.fromEntries(params);
    if (!id || type !== 'orders' || (status !== 'completed' && status !== 'canceled')) return null;
    return { orderId: id, status };
  }

  private isSigned(params: readonly (readonly [string, string])[], signature: string): boolean {
    const { url } = this;
    const names = params.map(([name]) => name);
    if (!url || !/^[0-9a-f]{40}$/i.test(signature) || new Set(names).size !== names.length) return false;
    const received = Buffer.from(signature, 'hex');
    return this.secrets.some((secret) => timingSafeEqual(received, signatureOf(url, params, secret)));
  }
}

function signatureOf(url: URL, params: readonly (readonly [string, string])[], secret: string): Buffer {
  const pairs = params.toSorted(([a], [b]) => (a < b ? -1 : 1)).flat();
  return createHmac('sha1', secret)
    .update(`${normalized(url)}${pairs.join('')}`)
    .digest();
}

function normalized({ protocol, username, password, hostname, port, pathname, search, hash }: URL): string {
  const login = username === '' ? '' : `${username}${password === '' ? '' : `:${password}`}@`;
  const explicitPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return `${protocol}//${login}${hostname}:${explicitPort}${pathname}${search}${hash}`;
}
