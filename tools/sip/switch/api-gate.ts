import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pause } from '../../postgres';

/** A request of a switch and the answer of the API. */
export interface Exchange {
  readonly path: string;
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

/** A proxy before the API, which shows what a switch asks, and makes the API unavailable or slow for that switch alone. */
export class ApiGate {
  private delayMs = 0;
  private isOpen = true;
  /** Called after each answer. */
  onExchange: (exchange: Exchange) => void = () => undefined;

  private constructor(
    private readonly target: URL,
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(apiUrl: string, port: number): Promise<ApiGate> {
    const server = createServer();
    const gate = new ApiGate(new URL(apiUrl), server, `http://127.0.0.1:${port}`);
    server.on('request', (incoming, outgoing) => {
      gate.pass(incoming, outgoing);
    });
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    return gate;
  }

  /** Closes connections, and every new one at once. */
  shut(): void {
    this.isOpen = false;
    this.server.closeAllConnections();
  }

  open(): void {
    this.isOpen = true;
    this.delayMs = 0;
  }

  /** Holds answers to `/switch/route` back. */
  slowDown(ms: number): void {
    this.delayMs = ms;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((closed) => this.server.close(closed));
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!this.isOpen) return void incoming.socket.destroy();
    const { method, url = '', headers } = incoming;
    const { hostname, port } = this.target;
    const isSlow = url.startsWith('/switch/route');
    const asked = textOf(incoming);
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      const { statusCode: status = 502 } = answer;
      const told = textOf(answer);
      answer.once('end', () => {
        this.onExchange({ path: url, request: asked(), status, answer: told() });
        void pause(isSlow ? this.delayMs : 0).then(() => outgoing.writeHead(status, answer.headers).end(told()));
      });
    });
    forwarded.once('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  }
}

/** Collects what is read from a stream. Returns a function that returns it. */
function textOf(stream: IncomingMessage): () => string {
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  return () => Buffer.concat(parts).toString();
}
