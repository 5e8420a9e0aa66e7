import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, Server as NetServer } from 'node:net';

/** How long requests in flight have before their connections are cut. */
const CUT_MS = 25_000;
/** A connection that was used this recently may have its next request on the way. */
const RECENT_MS = 2000;

/** Of one connection, whether it is in use. */
interface Usage {
  readonly responses: Set<ServerResponse>;
  /** When its last response ended, or it was made. */
  idleSince: number;
  /** Its count of bytes then: with more of them a request has begun. */
  bytesRead: number;
}

/**
 * A server that closes without losing a request. The listener closes first; every response from then on says
 * `Connection: close`; a connection ends after the response that it waits for, an idle one at once. One that was used a
 * moment ago gets that moment: its client may be sending, and would find the connection reset.
 */
export class GracefulServer {
  private readonly connections = new Map<Socket, Usage>();
  private closing: Promise<void> | null = null;
  /** Only once nobody can connect any more: a client that is told to leave earlier comes back at once. */
  private hasClosed = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => this.connected(socket));
    // Before the handler, which may answer at once.
    server.prependListener('request', ({ socket }, response) => this.requested(socket, response));
  }

  /** Resolves with the port, once it listens; port 0 takes a free one. Rejects when the port is taken. */
  listen(port: number, host?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, ...(host && { host }) }, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Resolves when the last connection has ended. Safe to repeat, and for a server that never listened. */
  close(): Promise<void> {
    this.closing ??= this.server.listening ? this.drain() : Promise.resolve();
    return this.closing;
  }

  private async drain(): Promise<void> {
    // Right after the event loop has looked for connections: those that wait to be accepted would be reset.
    await new Promise((resume) => setImmediate(resume));
    const closed = new Promise<void>((resolve) => {
      // Not http's own, which ends every idle connection, also those that a request is on its way to.
      NetServer.prototype.close.call(this.server, () => resolve());
    });
    this.hasClosed = true;
    for (const [socket, usage] of this.connections) {
      usage.responses.forEach(sayClose);
      this.endWhenIdle(socket, usage);
    }
    const cut = setTimeout(() => this.server.closeAllConnections(), CUT_MS);
    await closed;
    clearTimeout(cut);
    // Now http's own, for what it does besides; the listener is closed, which it reports as an error.
    this.server.close(() => undefined);
  }

  private connected(socket: Socket): void {
    this.connections.set(socket, { responses: new Set(), idleSince: performance.now(), bytesRead: 0 });
    socket.once('close', () => this.connections.delete(socket));
  }

  private requested(socket: Socket, response: ServerResponse): void {
    const usage = this.connections.get(socket);
    if (!usage) return;
    usage.responses.add(response);
    if (this.hasClosed) sayClose(response);
    response.once('close', () => {
      usage.responses.delete(response);
      usage.idleSince = performance.now();
      usage.bytesRead = socket.bytesRead;
      // Its headers may have been sent before they could say so: the client may have its next request on the way.
      if (this.hasClosed) this.endWhenIdle(socket, usage);
    });
  }

  private endWhenIdle(socket: Socket, usage: Usage): void {
    if (usage.responses.size > 0 || socket.bytesRead > usage.bytesRead) return;
    const recentMs = RECENT_MS - (performance.now() - usage.idleSince);
    // An event loop that was busy looks at its timers before it has read what has arrived.
    if (recentMs > 0) setTimeout(() => setImmediate(() => this.endWhenIdle(socket, usage)), recentMs);
    else socket.destroySoon();
  }
}

function sayClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
