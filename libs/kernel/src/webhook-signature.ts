import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const USER_AGENT = 'Trunkline-Webhooks/1';

/**
 * Returns `whsec_` and 32 bytes in base64url. Standard Webhooks decodes them as base64, so bytes that the two alphabets
 * write differently are drawn again. See docs/webhooks.md#standard-webhooks.
 */
export function newSigningSecret(): string {
  for (;;) {
    const text = randomBytes(SECRET_BYTES).toString('base64url');
    if (!/[-_]/.test(text)) return `${SECRET_PREFIX}${text}`;
  }
}

export interface SignedBody {
  /** Id of the message, the same in every repetition. */
  readonly id: string;
  readonly type: string;
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

/** Returns the headers of a request to a customer, signed in both forms. See docs/webhooks.md#signatures. */
export function signedHeaders(
  { id, type, body }: SignedBody,
  { secrets, at, attempt }: Signing,
): Readonly<Record<string, string>> {
  const time = String(at);
  const own = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`);
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
  });
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'User-Agent': USER_AGENT,
    'X-Svc-Signature': [`t=${time}`, ...own].join(','),
    'X-Svc-Event-Id': id,
    'X-Svc-Event-Type': type,
    'X-Svc-Delivery-Attempt': String(attempt),
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': standard.join(' '),
  };
}
