import type { Server, ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, Server as NetServer } from 'node:net';

/** How long requests in flight may take before their connections are cut. */
const CUT_MS = 25_000;
/** A connection that was used this recently may have its next request on the way. */
export const RECENT_MS = 2000;
/** The event loop accepts one connection per turn. The listener closes after a turn that accepted none and was this short. */
const QUIET_TURN_MS = 0.5;
/** The first turn may have been past its poll phase when the close began. */
const QUIET_TURNS = 3;
/** From then on, a turn that accepted none is quiet however long it was. */
const QUIET_WAIT_MS = 250;
/** Twice the 511 connections that the queue holds: after this many turns, those that waited when the close began are accepted. */
const ACCEPT_TURNS = 1024;
/** A turn takes up to 100 ms on a machine with far more work than cores. */
const ACCEPT_WAIT_MS = 10_000;

interface Usage {
  readonly responses: Set<ServerResponse>;
  /** When the last response ended or, before the first, when the connection was accepted. */
  idleSince: number;
  /** The bytes read until then. More of them mean that a request has begun. */
  bytesRead: number;
}

/**
 * An HTTP server that closes without losing a request. It first accepts the connections that wait in the listener's queue,
 * then closes the listener. From then on every response carries `Connection: close`. A connection ends after its response;
 * an idle one ends once it was unused for `recentMs`, because its client may be sending the next request.
 * See docs/operations.md#rolling-restarts.
 */
export class GracefulServer {
  private readonly connections = new Map<Socket, Usage>();
  private closing: Promise<void> | null = null;
  /** Responses say `Connection: close` only after the listener closed. Before that, the client would reconnect here. */
  private hasClosed = false;
  private accepted = 0;

  constructor(
    private readonly server: Server,
    private readonly recentMs: number,
  ) {
    server.on('connection', (socket: Socket) => this.connected(socket));
    // Prepended, because the handler may respond synchronously.
    server.prependListener('request', ({ socket }, response) => this.requested(socket, response));
  }

  /** Resolves with the port once the server listens. Port 0 selects a free one. Rejects when the port is in use. */
  listen(port: number, host?: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, ...(host && { host }) }, () => {
        this.server.off('error', reject);
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Resolves when the last connection has ended. Idempotent, also for a server that never listened. */
  close(): Promise<void> {
    this.closing ??= this.server.listening ? this.drain() : Promise.resolve();
    return this.closing;
  }

  private async drain(): Promise<void> {
    await this.acceptWaiting();
    const closed = new Promise<void>((resolve) => {
      // http's own close would end every idle connection, including those with a request on the way.
      NetServer.prototype.close.call(this.server, () => resolve());
    });
    this.hasClosed = true;
    for (const { responses } of this.connections.values()) responses.forEach(sayClose);
    const cut = setTimeout(() => this.server.closeAllConnections(), CUT_MS);
    await this.endIdle();
    await closed;
    clearTimeout(cut);
    // http's own close stops its timers. It reports an error because the listener is closed already.
    this.server.close(() => undefined);
  }

  /** Ends one connection per turn of the event loop, each just after the turn has read what had arrived. */
  private async endIdle(): Promise<void> {
    for (const [socket, usage] of this.connections) {
      this.endWhenIdle(socket, usage);
      await new Promise((resume) => setImmediate(resume));
    }
  }

  /** Accepts the connections in the listener's queue. The kernel resets those that remain when it closes. */
  private async acceptWaiting(): Promise<void> {
    const startedAt = performance.now();
    let now = startedAt;
    let quietTurns = 0;
    for (let turn = 0; turn < ACCEPT_TURNS && quietTurns < QUIET_TURNS && now - startedAt < ACCEPT_WAIT_MS; turn++) {
      const { accepted } = this;
      await new Promise((resume) => setImmediate(resume));
      const turnMs = performance.now() - now;
      now += turnMs;
      const isQuiet = this.accepted === accepted && (turnMs < QUIET_TURN_MS || now - startedAt > QUIET_WAIT_MS);
      quietTurns = isQuiet ? quietTurns + 1 : 0;
    }
  }

  private connected(socket: Socket): void {
    this.accepted++;
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
      // The headers may have been sent before the listener closed, so the client may send another request.
      if (this.hasClosed) this.endWhenIdle(socket, usage);
    });
  }

  private endWhenIdle(socket: Socket, usage: Usage): void {
    if (usage.responses.size > 0 || socket.bytesRead > usage.bytesRead) return;
    const waitMs = this.recentMs - (performance.now() - usage.idleSince);
    // A busy event loop runs its timers before it reads what has arrived.
    if (waitMs > 0) setTimeout(() => setImmediate(() => this.endWhenIdle(socket, usage)), waitMs);
    // destroySoon ends the connection a turn later, and what arrives meanwhile is lost.
    else if (socket.writableLength === 0) socket.destroy();
    else socket.destroySoon();
  }
}

function sayClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
