import type { Socket } from 'node:net';
import { type Frame, Frames } from './frames';
import {
  type Fields,
  type Header,
  type Pdu,
  pduOctets,
  readHeader,
  readPdu,
  responseTo,
  STATUS,
  UnreadablePdu,
} from './pdu';

/** The request was not sent: the connection had ended. */
export class NotSent extends Error {}

/** The request was sent, and its answer is missing: it came too late, was unreadable, or the connection ended. */
export class NoAnswer extends Error {}

export interface Answer {
  readonly status: number;
  /** Fields of the response, with status 0 only. */
  readonly fields?: Fields;
}

/** What a connection reports. */
export interface ConnectionEvents {
  /** Answers a request of the peer, null: not at all. It is not called for enquire_link, which the connection answers. */
  request(pdu: Pdu): Promise<Answer | null>;
  /** Takes a PDU that cannot be read: all of it, or its header if it was too long. Returns the status that answers it. */
  unreadable(octets: Buffer, fault: UnreadablePdu): Promise<number>;
  ended(reason: Error): void;
}

interface Pending {
  readonly timer: NodeJS.Timeout;
  readonly settle: (pdu: Pdu | Error) => void;
}

export interface RequestOptions {
  readonly timeoutMs: number;
  /** Called with an answer that comes after the time-out, while the connection lasts. */
  readonly late?: (pdu: Pdu) => void;
}

const SEQUENCE_MAX = 0x7fff_ffff;
/** Requests whose late answers are awaited. Older ones are forgotten. */
const LATE_MAX = 10_000;

/** An open connection that exchanges PDUs, of either side. */
export class SmppConnection {
  private readonly frames = new Frames();
  private readonly pending = new Map<number, Pending>();
  private readonly late = new Map<number, (pdu: Pdu) => void>();
  private sequence = 0;
  private answering = 0;
  private failure: Error | null = null;
  private whenIdle: (() => void)[] = [];

  constructor(
    private readonly socket: Socket,
    private readonly events: ConnectionEvents,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('error', (error) => (this.failure ??= error));
    socket.on('close', () => this.end());
    if (socket.destroyed) queueMicrotask(() => this.end());
  }

  /** Sends a request. Rejects with `NotSent` or `NoAnswer`; a status other than 0 is an answer. */
  request(command: string, fields: Fields, { timeoutMs, late }: RequestOptions): Promise<Pdu> {
    if (!this.socket.writable) return Promise.reject(new NotSent('The connection has ended.'));
    const sequence = this.nextSequence();
    const octets = pduOctets({ command, sequence, fields });
    return new Promise((resolve, reject) => {
      const settle = (outcome: Pdu | Error): void => {
        clearTimeout(timer);
        this.pending.delete(sequence);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
        this.noteIdle();
      };
      const timer = setTimeout(() => {
        if (late) this.awaitLate(sequence, late);
        settle(new NoAnswer(`The peer did not answer ${command} within ${timeoutMs} ms.`));
      }, timeoutMs);
      this.pending.set(sequence, { timer, settle });
      this.socket.write(octets);
    });
  }

  /** Requests whose answer is awaited. */
  get inFlight(): number {
    return this.pending.size;
  }

  /** Resolves once no request waits for an answer, in either direction. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => this.whenIdle.push(resolve));
  }

  /** Ends the connection after what was written. */
  close(): void {
    this.socket.end();
  }

  /** Ends the connection at once. */
  destroy(reason: Error): void {
    this.failure ??= reason;
    this.socket.destroy();
  }

  private get isIdle(): boolean {
    return this.pending.size === 0 && this.answering === 0;
  }

  private noteIdle(): void {
    if (this.isIdle) for (const resolve of this.whenIdle.splice(0)) resolve();
  }

  private nextSequence(): number {
    do this.sequence = this.sequence === SEQUENCE_MAX ? 1 : this.sequence + 1;
    while (this.pending.has(this.sequence));
    return this.sequence;
  }

  private awaitLate(sequence: number, late: (pdu: Pdu) => void): void {
    this.late.set(sequence, late);
    const [oldest] = this.late.keys();
    if (this.late.size > LATE_MAX && oldest !== undefined) this.late.delete(oldest);
  }

  private receive(chunk: Buffer): void {
    try {
      for (const frame of this.frames.push(chunk)) this.take(frame);
    } catch (error) {
      this.respond('generic_nack', 0, { status: STATUS.invalidCommandLength });
      this.destroy(asError(error));
    }
  }

  private take({ kind, octets }: Frame): void {
    const header = readHeader(octets);
    let pdu: Pdu;
    try {
      if (kind === 'too_long') throw new UnreadablePdu(STATUS.invalidCommandLength, 'The PDU is too long.');
      pdu = readPdu(octets);
    } catch (error) {
      if (!(error instanceof UnreadablePdu)) throw error;
      this.takeUnreadable(octets, header, error);
      return;
    }
    if (header.isResponse) this.takeResponse(pdu);
    else if (pdu.command === 'enquire_link') this.respond('enquire_link_resp', pdu.sequence, { status: STATUS.ok });
    else this.answer(pdu);
  }

  private takeResponse(pdu: Pdu): void {
    const pending = this.pending.get(pdu.sequence);
    if (pending) {
      pending.settle(pdu);
      return;
    }
    const late = this.late.get(pdu.sequence);
    this.late.delete(pdu.sequence);
    late?.(pdu);
  }

  private answer(pdu: Pdu): void {
    this.track(
      this.events.request(pdu).then((answer) => {
        if (answer) this.respond(responseTo(pdu.command), pdu.sequence, answer);
      }),
    );
  }

  /** Responses are not answered. The request of an unreadable one has no answer. */
  private takeUnreadable(octets: Buffer, { command, isResponse, sequence }: Header, fault: UnreadablePdu): void {
    if (isResponse) this.pending.get(sequence)?.settle(new NoAnswer(`The answer is unreadable. ${fault.message}`));
    this.track(
      this.events.unreadable(octets, fault).then((status) => {
        if (!isResponse) this.respond(responseTo(command), sequence, { status });
      }),
    );
  }

  /** A handler that fails is a fault of this program: the connection ends, and the peer repeats what was not answered. */
  private track(work: Promise<void>): void {
    this.answering += 1;
    work
      .catch((error: unknown) => this.destroy(asError(error)))
      .finally(() => {
        this.answering -= 1;
        this.noteIdle();
      });
  }

  private respond(command: string, sequence: number, { status, fields }: Answer): void {
    if (this.socket.writable) this.socket.write(pduOctets({ command, sequence, status, ...(fields && { fields }) }));
  }

  private end(): void {
    for (const { settle } of [...this.pending.values()])
      settle(new NoAnswer('The connection ended before the answer.'));
    this.late.clear();
    this.noteIdle();
    this.events.ended(this.failure ?? new Error('The peer ended the connection.'));
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
