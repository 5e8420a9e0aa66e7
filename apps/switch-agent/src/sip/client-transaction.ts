import { type HeaderEntry } from './headers';
import { newRequest, type SipRequest, type SipResponse, writeRequest } from './message';
import { giveUpMs, Retransmission, type SipTimers } from './timers';

export interface ClientOptions {
  readonly send: (text: string) => void;
  readonly timers: SipTimers;
  /** A response from 101 to 199. */
  readonly onProvisional?: (response: SipResponse) => void;
  /** When a request other than INVITE is given up, instead of 64 T1. */
  readonly timeoutMs?: number;
  /** Sent once: for requests whose loss only costs one answer of many. */
  readonly isSentOnce?: boolean;
  /** Called once the transaction takes no more responses. */
  readonly onTerminated: () => void;
}

/** Null: no response arrived in time, which counts as 408 (RFC 3261 section 8.1.3.1). */
export type FinalResponse = SipResponse | null;

/**
 * A client transaction over UDP (RFC 3261 sections 17.1.1 and 17.1.2). Acknowledges a negative response to an INVITE; the
 * dialog acknowledges a 2xx.
 */
export class ClientTransaction {
  readonly final: Promise<FinalResponse>;
  private resolve: (response: FinalResponse) => void = () => undefined;
  private readonly sending: Retransmission;
  private expiry: NodeJS.Timeout | undefined;
  private ack: string | undefined;
  private hasProvisional = false;
  private hasFinal = false;
  private isCancelWanted = false;

  constructor(
    readonly request: SipRequest,
    private readonly options: ClientOptions,
    private readonly sendCancel: (cancel: SipRequest) => void,
  ) {
    const { timers, send } = options;
    const text = writeRequest(request);
    this.final = new Promise((resolve) => (this.resolve = resolve));
    // Timer A has no longest pause.
    const longest = this.isInvite ? giveUpMs(timers) : timers.t2;
    this.sending = new Retransmission(() => send(text), timers.t1, longest);
    if (options.isSentOnce) this.sending.stop();
    this.expiry = setTimeout(() => this.giveUp(), options.timeoutMs ?? giveUpMs(timers));
  }

  get isInvite(): boolean {
    return this.request.method === 'INVITE';
  }

  /** True once a final response arrived or was given up. */
  get isCompleted(): boolean {
    return this.hasFinal;
  }

  receive(response: SipResponse): void {
    if (this.hasFinal) {
      // The response was sent again because the acknowledgement was lost.
      if (this.ack && response.status >= 300) this.options.send(this.ack);
    } else if (response.status < 200) this.provisional(response);
    else this.complete(response);
  }

  /** Cancels an INVITE: once it has a provisional response, because a proxy may not know it before (section 9.1). */
  cancel(): void {
    if (!this.isInvite || this.hasFinal || this.isCancelWanted) return;
    this.isCancelWanted = true;
    if (this.hasProvisional) this.cancelNow();
  }

  /** Takes no more responses. */
  stop(): void {
    this.sending.stop();
    clearTimeout(this.expiry);
    this.resolve(null);
  }

  private provisional(response: SipResponse): void {
    const isFirst = !this.hasProvisional;
    this.hasProvisional = true;
    if (this.isInvite) {
      this.sending.stop();
      // Only the caller's patience ends an INVITE that rings.
      if (!this.isCancelWanted) clearTimeout(this.expiry);
      if (isFirst && this.isCancelWanted) this.cancelNow();
    }
    if (response.status > 100) this.options.onProvisional?.(response);
  }

  private complete(response: SipResponse): void {
    const { timers, send, onTerminated } = this.options;
    this.hasFinal = true;
    this.sending.stop();
    clearTimeout(this.expiry);
    if (this.isInvite && response.status >= 300) {
      this.ack = writeRequest(this.related('ACK', response.headers.get('To')));
      send(this.ack);
    }
    // Timers D and K: repeated responses are absorbed meanwhile.
    this.expiry = setTimeout(onTerminated, this.isInvite ? giveUpMs(timers) : timers.t4);
    this.resolve(response);
  }

  private giveUp(): void {
    this.hasFinal = true;
    this.sending.stop();
    this.options.onTerminated();
    this.resolve(null);
  }

  private cancelNow(): void {
    this.sendCancel(this.related('CANCEL', this.request.headers.get('To')));
    // A server that answers the CANCEL but not the INVITE would leave the transaction open for ever.
    clearTimeout(this.expiry);
    this.expiry = setTimeout(() => this.giveUp(), giveUpMs(this.options.timers));
  }

  /** An ACK or CANCEL of this INVITE: with its branch and its routes (sections 9.1 and 17.1.1.3). */
  private related(method: 'ACK' | 'CANCEL', to = ''): SipRequest {
    const { headers, uri, cseq, callId } = this.request;
    const entries: HeaderEntry[] = [
      ['Via', headers.all('Via')[0] ?? ''],
      ...headers.all('Route').map((route): HeaderEntry => ['Route', route]),
      ['From', headers.get('From') ?? ''],
      ['To', to],
      ['Call-ID', callId],
      ['CSeq', `${cseq.number} ${method}`],
      ['Max-Forwards', '70'],
    ];
    return newRequest(method, uri, entries);
  }
}
