import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CallbackRequest } from '../../../application/supply/supplier';
import { ROUTES } from './telnyx-routes';
import { type Json, TelnyxRefusal, TelnyxState } from './telnyx-state';

interface Answer {
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * `lost`: it never arrives; `unanswered`: it is done, and the connection breaks; `silent`: no answer and no effect;
 * `silent_after`: it is done, and no answer comes; `half`: it is done, and the answer breaks off; `garbled`: done, and
 * the answer is JSON of another form. Or an answer instead of the effect.
 */
export type TelnyxFault = 'lost' | 'unanswered' | 'silent' | 'silent_after' | 'half' | 'garbled' | Answer;

export interface ScriptedFault {
  /** Method and path, such as `POST /v2/number_orders`; a `*` at the end stands for any rest. */
  readonly on: string;
  readonly fault: TelnyxFault;
}

export const tooMany = (seconds: number): Answer => ({
  status: 429,
  body: { errors: [{ code: '10011', title: 'Too many requests' }] },
  headers: { 'retry-after': String(seconds) },
});
export const broken: Answer = { status: 500, body: { errors: [{ code: '10007', title: 'Unexpected error' }] } };

const API_KEY = 'KEY_fake_telnyx';

/** Telnyx on this machine, for tests: its stock, reservations, orders and signed events, with faults on request. */
export class FakeTelnyx {
  readonly state: TelnyxState;
  /** What happens to the next requests of that kind, one each. */
  readonly faults: ScriptedFault[] = [];
  /** Changes the bodies of answers, by path such as `/v2/requirements`: for rows of another form. */
  readonly rewrites = new Map<string, (body: Json) => Json>();
  /** Of each request that arrived: method and path. */
  readonly requests: string[] = [];
  /** The queries of the searches for numbers that arrived. */
  readonly searches: URLSearchParams[] = [];
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly server: Server;

  private constructor(now: () => number) {
    this.state = new TelnyxState(now);
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(now: () => number = Date.now): Promise<FakeTelnyx> {
    const fake = new FakeTelnyx(now);
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    return fake;
  }

  get baseUrl(): URL {
    const { port } = this.server.address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}/v2`);
  }

  get authorization(): string {
    return `Bearer ${API_KEY}`;
  }

  get publicKey(): string {
    const { x = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return Buffer.from(x, 'base64url').toString('base64');
  }

  /** Counts requests. */
  countOf(request: string): number {
    return this.requests.filter((each) => each === request).length;
  }

  /** The events since the last call, signed as at this time. */
  callbacks(at: Date): CallbackRequest[] {
    return this.state.events.splice(0).map((body) => this.signed(body, at));
  }

  signed(body: string, at: Date): CallbackRequest {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), this.keys.privateKey).toString('base64');
    const headers = { 'telnyx-timestamp': timestamp, 'telnyx-signature-ed25519': signature };
    return { headers, rawBody: Buffer.from(body) };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { pathname, searchParams: query } = new URL(url, 'http://telnyx');
    const body = await text(request);
    this.requests.push(`${method} ${pathname}`);
    if (pathname === '/v2/available_phone_numbers') this.searches.push(query);
    const fault = this.faultOf(`${method} ${pathname}`);
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'silent') return;
    if (typeof fault === 'object') return reply(response, fault);
    const answer = this.answer(request, pathname, { query, body: body === '' ? {} : (JSON.parse(body) as Json) });
    if (fault === 'unanswered') return void request.socket.destroy();
    if (fault === 'silent_after') return;
    if (fault === 'half') return breakOff(response, answer);
    reply(response, fault === 'garbled' ? { status: 200, body: { data: 'ok' } } : answer);
  }

  private faultOf(request: string): TelnyxFault | undefined {
    const index = this.faults.findIndex(({ on }) =>
      on.endsWith('*') ? request.startsWith(on.slice(0, -1)) : on === request,
    );
    return index === -1 ? undefined : this.faults.splice(index, 1)[0]!.fault;
  }

  private answer(request: IncomingMessage, path: string, call: { query: URLSearchParams; body: Json }): Answer {
    if (request.headers.authorization !== this.authorization) {
      return { status: 401, body: { errors: [{ code: '10009', title: 'Authentication failed' }] } };
    }
    for (const route of ROUTES) {
      const match = route.method === request.method ? route.path.exec(path) : null;
      if (!match) continue;
      try {
        const body: object = structuredClone(route.answer(this.state, { id: match[1] ?? '', ...call }));
        return { status: 200, body: this.rewrites.get(path)?.({ ...body }) ?? body };
      } catch (error) {
        if (error instanceof TelnyxRefusal) return { status: error.status, body: { errors: error.errors } };
        throw error;
      }
    }
    return { status: 404, body: { errors: [{ code: '10005', title: 'Resource not found' }] } };
  }
}

function reply(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function breakOff(response: ServerResponse, { status, body }: Answer): void {
  const whole = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(whole.length) });
  response.write(whole.slice(0, whole.length / 2), () => response.destroy());
}
