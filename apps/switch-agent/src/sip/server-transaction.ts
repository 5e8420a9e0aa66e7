import { type HeaderEntry, newToken, tagOf } from './headers';
import { newResponse, type SipRequest } from './message';
import { giveUpMs, Retransmission, type SipTimers } from './timers';

/** Reason phrases of the status codes that this user agent sends. */
const REASONS: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  200: 'OK',
  400: 'Bad Request',
  405: 'Method Not Allowed',
  420: 'Bad Extension',
  481: 'Call/Transaction Does Not Exist',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  504: 'Server Time-out',
};

export interface ServerOptions {
  readonly send: (text: string) => void;
  readonly timers: SipTimers;
  /** Called once repetitions of the request are new requests again. */
  readonly onTerminated: () => void;
}

export interface Answer {
  readonly entries?: readonly HeaderEntry[];
  readonly body?: string;
}

/** A server transaction over UDP (RFC 3261 section 17.2, with the accepted state of RFC 6026). */
export class ServerTransaction {
  /** The tag of this side in To: that of the request, or a new one. */
  readonly localTag: string;
  /** Resolves with the ACK of a final response to an INVITE; with null if it did not arrive in time. */
  readonly acknowledged: Promise<SipRequest | null>;
  private acknowledge: (ack: SipRequest | null) => void = () => undefined;
  private last: string | undefined;
  private sending: Retransmission | undefined;
  private expiry: NodeJS.Timeout | undefined;
  private status = 0;

  constructor(
    readonly request: SipRequest,
    private readonly options: ServerOptions,
  ) {
    this.localTag = tagOf(request.headers.get('To')) ?? newToken();
    this.acknowledged = new Promise((resolve) => (this.acknowledge = resolve));
  }

  get isAnswered(): boolean {
    return this.status >= 200;
  }

  /** Does nothing after a final response. */
  respond(status: number, { entries = [], body = '' }: Answer = {}): void {
    if (this.isAnswered) return;
    this.status = status;
    const to: HeaderEntry = ['To', this.to()];
    const text = newResponse(this.request, { status, reason: REASONS[status] ?? 'Unknown' }, [to, ...entries], body);
    this.last = text;
    if (status < 200) this.options.send(text);
    else this.finish(text);
  }

  /** Receives a repetition of the request. */
  repeat(): void {
    if (this.last) this.options.send(this.last);
  }

  /** Receives the ACK of the final response. */
  receiveAck(ack: SipRequest): void {
    if (!this.isAnswered) return;
    this.sending?.stop();
    this.acknowledge(ack);
  }

  stop(): void {
    this.sending?.stop();
    clearTimeout(this.expiry);
    this.acknowledge(null);
  }

  private finish(text: string): void {
    const { send, timers, onTerminated } = this.options;
    if (this.request.method === 'INVITE') this.sending = new Retransmission(() => send(text), timers.t1, timers.t2);
    else send(text);
    // Timers H and J, and that of the 2xx, which this side repeats itself.
    this.expiry = setTimeout(() => {
      this.sending?.stop();
      this.acknowledge(null);
      onTerminated();
    }, giveUpMs(timers));
  }

  private to(): string {
    const to = this.request.headers.get('To') ?? '';
    // 100 is sent by the transaction, which belongs to no dialog.
    return tagOf(to) === undefined && this.status > 100 ? `${to};tag=${this.localTag}` : to;
  }
}
