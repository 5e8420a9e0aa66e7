import { createHmac } from 'node:crypto';
import { unixSeconds } from '@trunkline/kernel';

const SECRET_PREFIX = 'whsec_';
const USER_AGENT = 'Trunkline-Webhooks/1';

export interface Payload {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: object;
  readonly isTest: boolean;
}

export interface SignedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Signing {
  /** The current secret, and during a rotation the previous one. */
  readonly secrets: readonly string[];
  /** Unix seconds of the attempt, in real time: receivers reject old requests. */
  readonly at: number;
  /** Counts from 1. */
  readonly attempt: number;
}

/** Returns the body of every delivery of an event. */
export function bodyOf({ id, type, createdAt, data, isTest }: Payload): string {
  return JSON.stringify({ id, type, created_at: unixSeconds(createdAt), data, ...(isTest && { test: true }) });
}

/** Signs a delivery in both forms. See docs/webhooks.md#signatures. */
export function signedRequest(payload: Payload, { secrets, at, attempt }: Signing): SignedRequest {
  const body = bodyOf(payload);
  const time = String(at);
  const own = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${payload.id}.${time}.${body}`).digest('base64')}`;
  });
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': USER_AGENT,
      'X-Svc-Signature': [`t=${time}`, ...own].join(','),
      'X-Svc-Event-Id': payload.id,
      'X-Svc-Event-Type': payload.type,
      'X-Svc-Delivery-Attempt': String(attempt),
      'webhook-id': payload.id,
      'webhook-timestamp': time,
      'webhook-signature': standard.join(' '),
    },
  };
}
