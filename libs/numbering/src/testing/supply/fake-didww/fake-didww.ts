import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CallbackRequest } from '../../../application/supply/supplier';
import {
  answerOf,
  type DidwwAnswer,
  type DidwwCall,
  DidwwRefusal,
  type DidwwState,
  refuse,
  settle,
} from './didww-routes';
import { DidwwStock } from './didww-stock';
import type { FakeRecord } from './json-api-store';

/**
 * `lost`: it never arrives; `unanswered`: it is done, and the connection breaks; `silent`: nothing is done, and no answer
 * comes; `silent_done`: it is done, and no answer comes; `fault`: 503, undone; `busy`: 429 for a second, undone; `half`:
 * it is done, and the answer breaks off; `blank`: it is done, and the answer is JSON that says nothing.
 */
export type DidwwFault = 'lost' | 'unanswered' | 'silent' | 'silent_done' | 'fault' | 'busy' | 'half' | 'blank';

interface Script {
  /** The beginning of a request such as `GET /orders`. The first request that matches fails. */
  readonly on: string;
  readonly fault: DidwwFault;
}

/** The trunk and the group of trunks that the customer of DIDWW has. */
export const VOICE_IN = {
  voice_in_trunks: 'a27e7cc1-cbb1-4295-8e63-e8e1cbb57630',
  voice_in_trunk_groups: 'b2319703-ce6c-480d-bb53-614e7abcfc96',
} as const;
const API_KEY = 'didww_fake_key';
const CALLBACK_SECRET = 'didww_fake_secret';
const VERSION = '2026-04-16';
const MEDIA_TYPE = 'application/vnd.api+json';
const MAX_PAGE = 100;
const RESERVATIONS_MAX = 10;

/** DIDWW's API 3 on this machine, for tests: its documents, filters and refusals; stock that is sold; signed callbacks. */
export class FakeDidww {
  readonly stock = new DidwwStock();
  readonly state: DidwwState;
  /** Changes the bodies of answers, by path such as `/did_groups`: for rows of another form. */
  readonly rewrites = new Map<string, (body: Record<string, unknown>) => object>();
  /** Of each request that arrived: method, path and query. */
  readonly requests: string[] = [];
  readonly orderBodies: unknown[] = [];
  private readonly scripts: Script[] = [];
  private readonly news: FakeRecord[] = [];
  private readonly server: Server;

  private constructor() {
    const onSettled = (order: FakeRecord) => void this.news.push(order);
    this.state = {
      balance: '250.00',
      stock: this.stock,
      settlesAtOnce: true,
      ignoresTrunks: false,
      reservationsMax: RESERVATIONS_MAX,
      now: Date.now,
      deliveries: new Map(),
      onSettled,
    };
    for (const [type, id] of Object.entries(VOICE_IN)) {
      this.stock.store.add({ type, id, attributes: { name: 'Trunkline' }, relationships: {} });
    }
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(): Promise<FakeDidww> {
    const fake = new FakeDidww();
    fake.server.listen(0, '127.0.0.1');
    await once(fake.server, 'listening');
    return fake;
  }

  get config() {
    const { port } = this.server.address() as AddressInfo;
    return {
      apiKey: API_KEY,
      apiBase: new URL(`http://127.0.0.1:${port}/v3`),
      callbackUrl: new URL('https://api.example.com/webhooks/suppliers/didww'),
      callbackSecrets: ['didww_next_secret', CALLBACK_SECRET],
      voiceIn: { kind: 'trunk', id: VOICE_IN.voice_in_trunks } as const,
    };
  }

  /** Makes the next requests that begin with `on` fail, one for each fault. */
  script(on: string, ...faults: readonly DidwwFault[]): void {
    this.scripts.push(...faults.map((fault) => ({ on, fault })));
  }

  count(on: string): number {
    return this.requests.filter((request) => request.startsWith(on)).length;
  }

  settle(status: 'completed' | 'canceled'): void {
    const pending = this.stock.store.all('orders').filter(({ attributes }) => attributes['status'] === 'pending');
    for (const order of pending) settle(this.state, order, status);
  }

  /** The callbacks since the last call, in DIDWW's form and signed as it signs. */
  callbacks(): CallbackRequest[] {
    return this.news.splice(0).map(({ id, attributes }) => {
      const params = { id, status: String(attributes['status']), type: 'orders' };
      return signedCallback(String(attributes['callback_url']), params, CALLBACK_SECRET);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const line = `${method} ${decodeURIComponent(url.replace(/^\/v3/, ''))}`;
    this.requests.push(line);
    const fault = this.faultOf(line);
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'silent') return;
    if (fault === 'fault') return reply(response, { status: 503, body: { errors: [] } });
    if (fault === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end();
    const answer = this.answer(request, await text(request));
    if (fault === 'unanswered') return void request.socket.destroy();
    if (fault === 'silent_done') return;
    if (fault === 'half') return void response.writeHead(answer.status).end(JSON.stringify(answer.body).slice(0, 40));
    reply(response, fault === 'blank' ? { ...answer, body: {} } : answer);
  }

  private faultOf(line: string): DidwwFault | null {
    const index = this.scripts.findIndex(({ on }) => line.startsWith(on));
    return index < 0 ? null : this.scripts.splice(index, 1)[0]!.fault;
  }

  private answer(request: IncomingMessage, body: string): DidwwAnswer {
    try {
      requireHeaders(request);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://didww');
      const path = pathname.split('/').slice(2);
      const { data = {} } = body === '' ? {} : JSON.parse(body);
      if (request.method === 'POST' && path[0] === 'orders') this.orderBodies.push(data);
      const answer = answerOf(this.state, request.method ?? '', path, callOf(path[1] ?? '', searchParams, data));
      const rewrite = this.rewrites.get(`/${path.join('/')}`);
      return rewrite && answer.body ? { ...answer, body: rewrite({ ...structuredClone(answer.body) }) } : answer;
    } catch (error) {
      if (error instanceof DidwwRefusal) return { status: error.status, body: { errors: error.errors } };
      throw error;
    }
  }
}

/** Doc.didww.com/api3/2026-04-16/callbacks-details.html, written from the algorithm there and not from the adapter. */
export function signedCallback(url: string, params: Record<string, string>, secret: string): CallbackRequest {
  const { protocol, host, pathname, search, port } = new URL(url);
  const origin = `${protocol}//${host}${port === '' ? (protocol === 'https:' ? ':443' : ':80') : ''}`;
  const pairs = Object.keys(params).sort();
  const data = `${origin}${pathname}${search}${pairs.map((name) => `${name}${params[name]}`).join('')}`;
  const signature = createHmac('sha1', secret).update(data).digest('hex');
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-didww-signature': signature },
    rawBody: Buffer.from(new URLSearchParams(params).toString()),
  };
}

function requireHeaders({ headers, method }: IncomingMessage): void {
  if (headers['api-key'] !== API_KEY) throw refuse(401, '401', 'Unauthorized');
  if (headers['x-didww-api-version'] !== VERSION) throw refuse(400, '400', 'Unsupported API version');
  if (headers.accept !== MEDIA_TYPE) throw refuse(406, '406', 'Not acceptable');
  const hasBody = method === 'POST' || method === 'PATCH';
  if (hasBody && headers['content-type'] !== MEDIA_TYPE) throw refuse(415, '415', 'Unsupported media type');
}

function callOf(id: string, search: URLSearchParams, data: DidwwCall['data']): DidwwCall {
  const filters = new Map<string, string>();
  for (const [name, value] of search) {
    const filter = /^filter\[(.+)\]$/.exec(name)?.[1];
    if (filter !== undefined) filters.set(filter, value);
  }
  const include = (search.get('include') ?? '').split(',').filter((path) => path !== '');
  const pageSize = Math.min(Number(search.get('page[size]') ?? '50'), MAX_PAGE);
  return { id, filters, include, pageNumber: Number(search.get('page[number]') ?? '1'), pageSize, data };
}

function reply(response: ServerResponse, { status, body }: DidwwAnswer): void {
  response.writeHead(status, { 'content-type': MEDIA_TYPE });
  response.end(body === null ? undefined : JSON.stringify(body));
}
