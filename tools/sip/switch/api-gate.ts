import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pause } from '../bed/poll';

/** A proxy before the API, which makes the API unavailable or slow for one switch. */
export class ApiGate {
  private delayMs = 0;
  private isOpen = true;

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
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      void pause(isSlow ? this.delayMs : 0).then(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
    });
    forwarded.once('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  }
}
