import { type AddressGuard, GuardedPost, type PostResult } from '@trunkline/platform';
import { type WebhookRequest, type WebhookSender } from '../../application/deliveries/ports';
import type { AttemptResult } from '../../domain/deliveries/delivery';
import { signedRequest } from '../../domain/deliveries/signed-request';
import { type UrlSettings, urlPolicyOf } from '../endpoints/guarded-endpoint-urls';
import { excerptOf, retryAfterOf } from './response-parts';

type Sent = Omit<AttemptResult, 'at'>;

const TIMEOUT_MS = 5000;
const MS = 1000;

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
