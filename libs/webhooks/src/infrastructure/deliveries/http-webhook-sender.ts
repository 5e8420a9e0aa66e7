import { Agent as PlainAgent, type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import type { AddressGuard } from '@trunkline/platform';
import { type WebhookRequest, WebhookSender } from '../../application/deliveries/ports';
import type { AttemptResult } from '../../domain/deliveries/delivery';
import { type SignedRequest, signedRequest } from '../../domain/deliveries/signed-request';
import { type UrlSettings, urlPolicyOf } from '../endpoints/guarded-endpoint-urls';
import { excerptOf, retryAfterOf } from './response-parts';

type Sent = Omit<AttemptResult, 'at'>;
type Result = Omit<Sent, 'durationMs'>;

const TIMEOUT_MS = 5000;
const BODY_BYTES_MAX = 4096;
const HEADER_BYTES_MAX = 16_384;
const IDLE_SOCKET_MS = 10_000;
const IDLE_SOCKETS_PER_HOST = 32;
const MS = 1000;

/**
 * Sends by HTTP/1.1 and connects only to addresses that the guard has checked. Follows no redirects, reads no proxy
 * variables, does not decompress, and reads at most 4 KiB of a response. Everything from the look-up to the end of the
 * response has 5 seconds; a status that arrived in time counts even if the body does not end.
 */
export class HttpWebhookSender extends WebhookSender {
  protected readonly timeoutMs: number = TIMEOUT_MS;
  private readonly agents: { readonly plain: PlainAgent; readonly tls: TlsAgent };

  constructor(
    private readonly guard: AddressGuard,
    private readonly settings: UrlSettings,
  ) {
    super();
    const options = {
      keepAlive: true,
      maxFreeSockets: IDLE_SOCKETS_PER_HOST,
      timeout: IDLE_SOCKET_MS,
      ...(!settings.ALLOW_PRIVATE_WEBHOOKS && { lookup: guard.lookup }),
    };
    this.agents = { plain: new PlainAgent(options), tls: new TlsAgent(options) };
  }

  override async send(url: string, { payload, secrets, attempt }: WebhookRequest): Promise<Sent> {
    const begun = performance.now();
    // Real time, which receivers compare with theirs; the clock of a sandbox may be ahead.
    const at = Math.floor(Date.now() / MS);
    const result = await this.attempt(url, signedRequest(payload, { secrets, at, attempt }));
    return { ...result, durationMs: Math.round(performance.now() - begun) };
  }

  private async attempt(url: string, signed: SignedRequest): Promise<Result> {
    const deadline = performance.now() + this.timeoutMs;
    // The ports may have changed since the registration, and sockets look up no IP literals.
    const verdict = await this.guard.judgeUrl(url, urlPolicyOf(this.settings));
    if (!verdict.isAllowed) return failed(`The URL ${verdict.reason}.`);
    const first = await this.exchange(url, signed, deadline);
    // The receiver closed an idle connection while the request was on its way.
    return first ?? (await this.exchange(url, signed, deadline)) ?? failed('The connection was closed.');
  }

  /** Returns null if a reused connection turned out to be closed. */
  private exchange(url: string, { headers, body }: SignedRequest, deadline: number): Promise<Result | null> {
    return new Promise((resolve) => {
      const isTls = /^https:/i.test(url);
      const options: RequestOptions = { method: 'POST', headers, maxHeaderSize: HEADER_BYTES_MAX };
      const request = isTls
        ? requestTls(url, { ...options, agent: this.agents.tls })
        : requestPlain(url, { ...options, agent: this.agents.plain });
      let response: IncomingMessage | null = null;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = (result: Result | null) => {
        clearTimeout(timer);
        resolve(result);
      };
      const conclude = () => finish(response && received(response, Buffer.concat(chunks)));
      const timer = setTimeout(() => {
        if (response) conclude();
        else finish(failed(`No response within ${this.timeoutMs / MS} seconds.`));
        request.destroy();
      }, deadline - performance.now());
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (response) conclude();
        else if (request.reusedSocket && error.code === 'ECONNRESET') finish(null);
        else finish(failed(describe(error)));
      });
      request.on('response', (incoming) => {
        response = incoming;
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk.subarray(0, BODY_BYTES_MAX - bytes));
          bytes += chunk.length;
          if (bytes < BODY_BYTES_MAX) return;
          conclude();
          request.destroy();
        });
        incoming.on('end', conclude).on('error', conclude).on('close', conclude);
      });
      request.on('close', () => {
        if (!response) finish(failed('The connection was closed without a response.'));
      });
      request.end(body);
    });
  }
}

function failed(error: string): Result {
  return { statusCode: null, error, responseExcerpt: null, retryAfterSeconds: null };
}

function received({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Result {
  const retryAfterSeconds = retryAfterOf(headers['retry-after'], Date.now());
  return { statusCode, error: null, responseExcerpt: excerptOf(body), retryAfterSeconds };
}

/** Names the fault without addresses of our network. */
function describe({ code, message }: NodeJS.ErrnoException): string {
  return code ? `The request failed: ${code}.` : message.slice(0, 200);
}
