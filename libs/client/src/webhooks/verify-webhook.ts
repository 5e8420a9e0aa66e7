import type { AccountEvent } from '../generated/types.ts';

/** The payload of a webhook. `test` marks the events of `POST /webhooks/{id}/test`. */
export type WebhookEvent = AccountEvent & { readonly test?: true };

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Greatest difference between the signature's time and the clock. Default 300. */
  readonly toleranceSeconds?: number;
  /** Unix seconds. Default: the clock. */
  readonly now?: number;
}

export type WebhookFailure = 'signature_missing' | 'timestamp_rejected' | 'signature_mismatch' | 'body_malformed';

/** Thrown for a request that must be rejected, with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(readonly code: WebhookFailure) {
    super(`The webhook was rejected: ${code}.`);
  }
}

interface Signature {
  readonly time: string;
  readonly values: readonly string[];
}

const TOLERANCE_SECONDS = 300;
const TIME = /^\d{1,12}$/;
const HEX = /^[0-9a-f]{64}$/;

/**
 * Verifies `X-Svc-Signature` and returns the event. `rawBody` is the body as it was received, before any parser. Pass both
 * secrets while your configuration rotates. Uses Web Crypto only: Node, browsers and edge runtimes.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1000 }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { time, values } = signatureOf(headers);
  if (Math.abs(Math.floor(now) - Number(time)) > toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_rejected');
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = joined(new TextEncoder().encode(`${time}.`), body);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const matches = await Promise.all(secrets.map((each) => isSigned(each, signed, values)));
  if (!matches.includes(true)) throw new WebhookVerificationError('signature_mismatch');
  return eventOf(body);
}

function signatureOf(headers: WebhookHeaders): Signature {
  const parts = (headerOf(headers, 'x-svc-signature') ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [time = ''] = valuesOf('t');
  const values = valuesOf('v1').filter((value) => HEX.test(value));
  if (!TIME.test(time) || valuesOf('v1').length === 0) throw new WebhookVerificationError('signature_missing');
  return { time, values };
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

/** `subtle.verify` compares in constant time. Every signature is tried, so that the time does not tell which one matched. */
async function isSigned(secret: string, signed: Uint8Array<ArrayBuffer>, values: readonly string[]): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  const results = await Promise.all(values.map((value) => crypto.subtle.verify('HMAC', key, bytesOf(value), signed)));
  return results.includes(true);
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function eventOf(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as WebhookEvent;
  } catch {
    throw new WebhookVerificationError('body_malformed');
  }
}
