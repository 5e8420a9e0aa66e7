import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { type Pdu, STATUS, statusName, type UnreadablePdu } from './pdu';
import { type Answer, asError, NotSent, SmppConnection } from './smpp-connection';
import { GrowingPauses, type SmppSettings, type SmppTimings } from './smpp-settings';

/** SMPP 3.4. */
const INTERFACE_VERSION = 0x34;
/** Wrong credentials and missing rights, which do not mend by themselves. */
const REFUSALS: readonly number[] = [
  STATUS.bindFailed,
  STATUS.invalidPassword,
  STATUS.invalidSystemId,
  STATUS.invalidSystemType,
];

/** The carrier answered the bind with an error. */
class RefusedBind extends Error {
  constructor(readonly status: number) {
    super(`The carrier refused the bind: ${statusName(status)}.`);
  }
}

export interface SessionEvents {
  /** Answers a request of the carrier, null: not at all. */
  request(pdu: Pdu): Promise<Answer | null>;
  /** Returns the status that answers the PDU. */
  unreadable(octets: Buffer, fault: UnreadablePdu): Promise<number>;
  /** The session was bound, or failed to connect, or was lost for the reason. */
  changed(reason: Error | null): void;
}

export type BindCommand = 'bind_transceiver' | 'bind_transmitter' | 'bind_receiver';

/**
 * Keeps one bind to a carrier: connects, binds, asks whether the carrier is alive, and connects again after growing pauses. After
 * a carrier refused the credentials it waits for minutes.
 */
export class SmppSession {
  private readonly ending = new AbortController();
  private readonly running: Promise<void>;
  private current: SmppConnection | null = null;
  private isBound = false;
  private isClosing = false;
  private isUnbinding = false;
  /** The connection whose carrier unbinds: what is in flight is still answered. */
  private leaving: SmppConnection | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly command: BindCommand,
    private readonly settings: SmppSettings,
    private readonly timings: SmppTimings,
    private readonly events: SessionEvents,
  ) {
    this.running = this.run();
  }

  /** Returns the connection for requests, or null while the carrier is not bound or unbinds. */
  connection(): SmppConnection | null {
    return this.isBound && !this.isClosing && this.current !== this.leaving ? this.current : null;
  }

  /** Unbinds once the requests of both sides are answered, `closeMs` later at most, and disconnects. */
  async close(): Promise<void> {
    const connection = this.connection();
    this.isClosing = true;
    if (connection) {
      await idleWithin(this.timings.closeMs, connection);
      this.isUnbinding = true;
      // The carrier may have disconnected, and need not answer.
      await Promise.allSettled([connection.request('unbind', {}, { timeoutMs: this.timings.unbindMs })]);
    }
    this.ending.abort();
    this.current?.destroy(new Error('The link was closed.'));
    await this.running;
  }

  /** Ends the connection if the carrier does not answer. */
  async enquire(connection: SmppConnection): Promise<void> {
    try {
      await connection.request('enquire_link', {}, { timeoutMs: this.timings.enquireAnswerMs });
    } catch (error) {
      if (!(error instanceof NotSent)) connection.destroy(asError(error));
    }
  }

  private async run(): Promise<void> {
    const reconnects = new GrowingPauses(this.timings.reconnectMs);
    const refusals = new GrowingPauses(this.timings.refusedMs);
    const { signal } = this.ending;
    while (!signal.aborted) {
      const startedAt = performance.now();
      const reason = await this.live().catch(asError);
      if (performance.now() - startedAt >= this.timings.stableMs) reconnects.reset();
      this.events.changed(reason);
      const isRefused = reason instanceof RefusedBind && REFUSALS.includes(reason.status);
      if (!isRefused) refusals.reset();
      const pauseMs = (isRefused ? refusals : reconnects).next();
      // Rejects when the session is closed.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Connects, binds, and stays until the connection ends. Returns why it ended. */
  private async live(): Promise<Error> {
    const socket = await this.connect();
    const ended = new Promise<Error>((resolve) => {
      const connection = new SmppConnection(socket, {
        request: (pdu) => this.request(pdu, connection),
        unreadable: (octets, fault) => this.events.unreadable(octets, fault),
        ended: resolve,
      });
      this.current = connection;
      if (this.ending.signal.aborted) connection.destroy(new Error('The link was closed.'));
      this.bind(connection).catch((error: unknown) => connection.destroy(asError(error)));
    });
    return ended.finally(() => {
      clearInterval(this.timer);
      this.current = null;
      this.isBound = false;
    });
  }

  private async connect(): Promise<Socket> {
    const { host, port, tls, trusted } = this.settings;
    const socket = tls ? connectSecurely({ host, port, ...(trusted && { ca: trusted }) }) : connect({ host, port });
    // The reason of a failure is that of the promise.
    socket.on('error', () => undefined);
    const late = AbortSignal.timeout(this.timings.connectMs);
    const signal = AbortSignal.any([this.ending.signal, late]);
    try {
      await once(socket, tls ? 'secureConnect' : 'connect', { signal });
      return socket;
    } catch (error) {
      socket.destroy();
      throw late.aborted ? new Error(`The carrier was not connected within ${this.timings.connectMs} ms.`) : error;
    }
  }

  private async bind(connection: SmppConnection): Promise<void> {
    const { systemId, password, systemType } = this.settings;
    const { status } = await connection.request(
      this.command,
      { system_id: systemId, password, system_type: systemType, interface_version: INTERFACE_VERSION },
      { timeoutMs: this.timings.requestMs },
    );
    if (status !== STATUS.ok) throw new RefusedBind(status);
    this.isBound = true;
    this.timer = setInterval(() => void this.enquire(connection), this.timings.enquireMs);
    this.events.changed(null);
  }

  private request(pdu: Pdu, connection: SmppConnection): Promise<Answer | null> {
    // The effect of what is taken now would be committed, and not acknowledged.
    if (this.isUnbinding) return Promise.resolve({ status: STATUS.temporaryError });
    if (pdu.command !== 'unbind') return this.events.request(pdu);
    this.leaving = connection;
    this.events.changed(new Error('The carrier unbinds.'));
    void this.leave(connection);
    return Promise.resolve({ status: STATUS.ok });
  }

  private async leave(connection: SmppConnection): Promise<void> {
    await idleWithin(this.timings.requestMs, connection);
    connection.destroy(new Error('The carrier unbound.'));
  }
}

/** Resolves once the connection has answered and received answers, or after a time. */
async function idleWithin(ms: number, connection: SmppConnection): Promise<void> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([connection.idle(), late]);
  timer.abort();
}
