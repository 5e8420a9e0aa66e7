import { type AddressGuard, GuardedPost, type PostResult } from '@trunkline/platform';
import type { WebhookRequest, WebhookSender } from '../../application/deliveries/ports';
import type { AttemptResult } from '../../domain/delivery';
import { signedRequest } from '../../domain/signed-request';
import { type UrlSettings, urlPolicyOf } from '../endpoints/guarded-endpoint-urls';

const EXCERPT_LENGTH = 1000;
const MS = 1000;
/** The control characters, of which PostgreSQL stores no NUL. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Returns the beginning of a response's body as text, or null for an empty one. */
export function excerptOf(body: Buffer): string | null {
  if (body.length === 0) return null;
  const text = body.toString('utf8').replace(CONTROLS, '\ufffd');
  return Array.from(text).slice(0, EXCERPT_LENGTH).join('');
}

/** Reads Retry-After (RFC 9110, section 10.2.3): seconds or a date. Returns null without a valid one. */
export function retryAfterOf(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / MS));
}

type Sent = Omit<AttemptResult, 'at'>;

const TIMEOUT_MS = 5000;

/** Sends deliveries to addresses that the guard has checked. Everything up to the end of the response has 5 seconds. */
export class HttpWebhookSender implements WebhookSender {
  protected readonly timeoutMs: number = TIMEOUT_MS;
  private readonly posts: GuardedPost;

  constructor(guard: AddressGuard, settings: UrlSettings) {
    this.posts = new GuardedPost(guard, urlPolicyOf(settings));
  }

  async send(url: string, { payload, secrets, attempt }: WebhookRequest): Promise<Sent> {
    const begun = performance.now();
    // Real time, which receivers compare with theirs; the clock of a sandbox may be ahead.
    const at = Math.floor(Date.now() / MS);
    const result = await this.posts.post(url, signedRequest(payload, { secrets, at, attempt }), this.timeoutMs);
    return { ...resultOf(result), durationMs: Math.round(performance.now() - begun) };
  }
}

function resultOf(result: PostResult): Omit<Sent, 'durationMs'> {
  if (result.error !== null)
    return { statusCode: null, error: result.error, responseExcerpt: null, retryAfterSeconds: null };
  const { statusCode, headers, body } = result;
  const retryAfterSeconds = retryAfterOf(headers['retry-after'], Date.now());
  return { statusCode, error: null, responseExcerpt: excerptOf(body), retryAfterSeconds };
}
