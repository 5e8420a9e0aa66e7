import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@trunkline/kernel';
import type { CallbackRequest } from '../../../application/supply/supplier';

/** What became of an order. */
export interface OrderNews {
  /** Of DIDWW. */
  readonly orderId: string;
  readonly status: 'completed' | 'canceled';
}

const SIGNATURE = 'x-didww-signature';

/**
 * Callbacks as DIDWW signs them (doc.didww.com/api3/2026-04-16/callbacks-details.html; the algorithm in full at
 * doc.didww.com/api3/2022-05-10/callbacks-details.html#algorithm-implementation-details): HMAC-SHA1 in hexadecimal,
 * keyed by the callback secret, over the callback's address with its port named and, sorted by name, name and value
 * of each parameter without anything between them.
 *
 * The address is the one that DIDWW was told, not the one at which the request arrived behind proxies. Nothing in it
 * is dated, so an overheard callback can be repeated: it makes us ask what became of the order, and tells nothing.
 */
export class DidwwCallbacks {
  /** Signed with any of the secrets is signed: there are two while one is being replaced. */
  constructor(
    private readonly url: URL | null,
    private readonly secrets: readonly string[],
  ) {}

  /** Throws `unauthorized` for what DIDWW has not signed; null for news of something else than an order. */
  read({ headers, rawBody }: CallbackRequest): OrderNews | null {
    const params = [...new URLSearchParams(rawBody.toString('utf8'))];
    if (!this.isSigned(params, headers[SIGNATURE] ?? '')) {
      throw new DomainError('unauthorized', 'unauthorized', 'DIDWW has not signed this.');
    }
    const { id, type, status } = Object.fromEntries(params);
    if (!id || type !== 'orders' || (status !== 'completed' && status !== 'canceled')) return null;
    return { orderId: id, status };
  }

  private isSigned(params: readonly (readonly [string, string])[], signature: string): boolean {
    const { url } = this;
    const names = params.map(([name]) => name);
    if (!url || !/^[0-9a-f]{40}$/i.test(signature) || new Set(names).size !== names.length) return false;
    const given = Buffer.from(signature, 'hex');
    return this.secrets.some((secret) => timingSafeEqual(given, signatureOf(url, params, secret)));
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
  const named = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return `${protocol}//${login}${hostname}:${named}${pathname}${search}${hash}`;
}
