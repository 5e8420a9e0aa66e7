import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly token: string | undefined;
}

type Row = Record<string, unknown>;

/** How long a poll for commands waits. */
const WAIT_MS = 500;

/** The switch interface of the API, in memory. */
export class FakeApi {
  readonly requests: ApiRequest[] = [];
  /** Answers with this status while it is set. */
  failsWith: number | null = null;
  gateways: Row = { gateways: [], next: '1', more: false, reset: true };
  sources: Row = { sources: [], next: '1', more: false, reset: true };
  private queue: Row[] = [];
  private wake: () => void = () => undefined;
  private commands = 0;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async start(port = 0): Promise<FakeApi> {
    const api = new FakeApi();
    await new Promise<void>((resolve) => api.server.listen(port, '127.0.0.1', resolve));
    return api;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** Hands a command to the agent and returns its id. */
  command(command: Row, id = `cmd_${(this.commands += 1)}`): string {
    this.queue.push({ id, at: Math.floor(Date.now() / 1000), ...command });
    this.wake();
    return id;
  }

  /** The CDRs that the agent has reported. */
  get cdrs(): Row[] {
    return this.at('/switch/cdrs').flatMap(({ body }) => body['cdrs'] as Row[]);
  }

  at(path: string): ApiRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  resultOf(id: string): Row | undefined {
    return this.at(`/switch/commands/${id}/result`)[0]?.body;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text === '' ? {} : (JSON.parse(text) as Row);
    const token = request.headers.authorization?.replace('Bearer ', '');
    this.requests.push({ method: request.method ?? '', path: pathname, query: searchParams, body, token });
    const status = this.failsWith ?? 200;
    const answer = status === 200 ? await this.answer(pathname, searchParams) : {};
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  private async answer(path: string, query: URLSearchParams): Promise<object> {
    if (path === '/switch/commands') return { commands: await this.take() };
    if (path === '/switch/cdrs') return { outcomes: [{ outcome: 'recorded' }] };
    const next = query.get('after') === '1' ? { next: '1', more: false } : undefined;
    if (path === '/switch/gateways') return next ? { gateways: [], ...next } : this.gateways;
    if (path === '/switch/sources') return next ? { sources: [], ...next } : this.sources;
    return {};
  }

  private async take(): Promise<Row[]> {
    if (this.queue.length === 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WAIT_MS);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    return this.queue.splice(0);
  }
}
