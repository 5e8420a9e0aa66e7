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

/** One form of signature, as a request carries it. */
interface Signature {
  readonly time: string;
  /** What is signed before the body. */
  readonly prefix: string;
  readonly values: readonly Uint8Array<ArrayBuffer>[];
  readonly keyOf: (secret: string) => Uint8Array<ArrayBuffer> | null;
}

const TOLERANCE_SECONDS = 300;
const TIME = /^\d{1,12}$/;
const HEX = /^[0-9a-f]{64}$/;
const SECRET_PREFIX = 'whsec_';

/**
 * Verifies a delivery and returns its event. A request has `X-Svc-Signature`, the headers of Standard Webhooks, or both:
 * every form that is present must be valid, so that an attacker cannot choose the form. `rawBody` is the body as it was
 * received, before any parser. Pass both secrets while your configuration rotates. Uses Web Crypto only: Node, browsers and
 * edge runtimes.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const signatures = [ownSignature(headers), standardSignature(headers)].filter((each) => each !== null);
  if (signatures.length === 0) throw new WebhookVerificationError('signature_missing');
  assertRecent(signatures, options);
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const results = await Promise.all(signatures.map((each) => isSigned(each, secrets, body)));
  if (results.includes(false)) throw new WebhookVerificationError('signature_mismatch');
  return eventOf(body);
}

function assertRecent(signatures: readonly Signature[], options: VerifyOptions): void {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1000 } = options;
  if (signatures.some(({ time }) => Math.abs(Math.floor(now) - Number(time)) > toleranceSeconds)) {
    throw new WebhookVerificationError('timestamp_rejected');
  }
}

/** `X-Svc-Signature: t=<unix>,v1=<hex>`, keyed with the whole secret. Null if the header is absent. */
function ownSignature(headers: WebhookHeaders): Signature | null {
  const header = headerOf(headers, 'x-svc-signature');
  if (header === null) return null;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [time = ''] = valuesOf('t');
  if (!TIME.test(time) || valuesOf('v1').length === 0) throw new WebhookVerificationError('signature_missing');
  const values = valuesOf('v1').filter((value) => HEX.test(value));
  return { time, prefix: `${time}.`, values: values.map(hexBytes), keyOf: textBytes };
}

/** `webhook-signature: v1,<base64>`, keyed with the bytes of the secret. Null if all its headers are absent. */
function standardSignature(headers: WebhookHeaders): Signature | null {
  const valueOf = (name: string): string => headerOf(headers, `webhook-${name}`) ?? '';
  const id = valueOf('id');
  const time = valueOf('timestamp');
  const header = valueOf('signature');
  if (id + time + header === '') return null;
  if (id === '' || header === '' || !TIME.test(time)) throw new WebhookVerificationError('signature_missing');
  const parts = header.split(' ').map((part) => part.split(','));
  const values = parts.flatMap(([version, value = '']) => (version === 'v1' ? (base64Bytes(value) ?? []) : []));
  const keyOf = (secret: string) => base64Bytes(secret.replace(SECRET_PREFIX, ''));
  return { time, prefix: `${id}.${time}.`, values, keyOf };
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}

/**
 * Returns whether one of the secrets made one of the signatures. `subtle.verify` compares in constant time, and every pair is
 * tried, so that the time does not tell which one matched.
 */
async function isSigned({ prefix, values, keyOf }: Signature, secrets: readonly string[], body: Uint8Array) {
  const signed = joined(textBytes(prefix), body);
  // An empty key is never a secret.
  const keys = secrets.flatMap((secret) => keyOf(secret) ?? []).filter(({ length }) => length > 0);
  const results = await Promise.all(keys.map((key) => verified(key, values, signed)));
  return results.includes(true);
}

async function verified(
  bytes: Uint8Array<ArrayBuffer>,
  values: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const results = await Promise.all(values.map((value) => crypto.subtle.verify('HMAC', key, value, signed)));
  return results.includes(true);
}

const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function hexBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Decodes base64 and base64url, with or without padding. Null for other text. */
function base64Bytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
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
