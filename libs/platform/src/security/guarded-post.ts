import {
  Agent as PlainAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
} from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';
import type { AddressGuard, UrlPolicy } from './address-guard';

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type PostResult =
  | { readonly error: string }
  | {
      readonly error: null;
      readonly statusCode: number;
      readonly headers: IncomingHttpHeaders;
      /** At most 4 KiB of it. */
      readonly body: Buffer;
    };

const BODY_BYTES_MAX = 4096;
const HEADER_BYTES_MAX = 16_384;
const IDLE_SOCKET_MS = 10_000;
const IDLE_SOCKETS_PER_HOST = 32;
const MS = 1000;

/**
 * Posts to URLs of customers by HTTP/1.1, and connects only to addresses that the guard has checked. Follows no redirects,
 * reads no proxy variables, does not decompress, and reads at most 4 KiB of a response. Everything from the look-up to the end
 * of the response has the given time; a status that arrived in time counts even if the body does not end.
 */
export class GuardedPost {
  private readonly agents: { readonly plain: PlainAgent; readonly tls: TlsAgent };

  constructor(
    private readonly guard: AddressGuard,
    private readonly policy: UrlPolicy,
  ) {
    const options = {
      keepAlive: true,
      maxFreeSockets: IDLE_SOCKETS_PER_HOST,
      timeout: IDLE_SOCKET_MS,
      ...(!policy.allowPrivate && { lookup: guard.lookup }),
    };
    this.agents = { plain: new PlainAgent(options), tls: new TlsAgent(options) };
  }

  /** Never throws: the error names the fault, without addresses of our network. */
  async post(url: string, request: PostRequest, timeoutMs: number): Promise<PostResult> {
    const deadline = performance.now() + timeoutMs;
    // The ports may have changed since the URL was stored, and sockets look up no IP literals.
    const verdict = await this.guard.judgeUrl(url, this.policy);
    if (!verdict.isAllowed) return { error: `The URL ${verdict.reason}.` };
    const time = { deadline, timeoutMs };
    // The receiver may close an idle connection while the request is on its way.
    const sent = (await this.exchange(url, request, time)) ?? (await this.exchange(url, request, time));
    return sent ?? { error: 'The connection was closed.' };
  }

  /** Returns null if a reused connection turned out to be closed. */
  private exchange(
    url: string,
    { headers, body }: PostRequest,
    { deadline, timeoutMs }: { readonly deadline: number; readonly timeoutMs: number },
  ): Promise<PostResult | null> {
    return new Promise((resolve) => {
      const isTls = /^https:/i.test(url);
      const options: RequestOptions = { method: 'POST', headers, maxHeaderSize: HEADER_BYTES_MAX };
      const request = isTls
        ? requestTls(url, { ...options, agent: this.agents.tls })
        : requestPlain(url, { ...options, agent: this.agents.plain });
      let response: IncomingMessage | null = null;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = (result: PostResult | null) => {
        clearTimeout(timer);
        resolve(result);
      };
      const conclude = () => finish(response && received(response, Buffer.concat(chunks)));
      const timer = setTimeout(() => {
        if (response) conclude();
        else finish({ error: `No response within ${timeoutMs / MS} seconds.` });
        request.destroy();
      }, deadline - performance.now());
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (response) conclude();
        else if (request.reusedSocket && error.code === 'ECONNRESET') finish(null);
        else finish({ error: describe(error) });
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
        if (!response) finish({ error: 'The connection was closed without a response.' });
      });
      request.end(body);
    });
  }
}

function received({ statusCode = 0, headers }: IncomingMessage, body: Buffer): PostResult {
  return { error: null, statusCode, headers, body };
}

/** Names the fault without addresses of our network. */
function describe({ code, message }: NodeJS.ErrnoException): string {
  return code ? `The request failed: ${code}.` : message.slice(0, 200);
}
