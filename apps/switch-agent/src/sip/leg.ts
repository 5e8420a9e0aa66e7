import type { ClientTransaction, FinalResponse } from './client-transaction';
import { ALLOW, type Content, Dialog, type DialogState, SDP } from './dialog';
import { type HeaderEntry, tagOf } from './headers';
import { type SipResponse, writeRequest } from './message';
import type { ServerTransaction } from './server-transaction';
import type { Address } from './transport';
import type { UserAgent } from './user-agent';

/** Codes that end a dialog when they answer a request within it (RFC 3261 section 12.2.1.2). */
const NO_RESPONSE = 408;
const GONE = new Set([NO_RESPONSE, 481]);
const REQUEST_PENDING = 491;

export interface LegEvents {
  /** A response from 101 to 199 to the first INVITE. */
  readonly onProgress?: (response: SipResponse) => void;
  /** The other side ended the call, or it no longer answers. */
  readonly onEnded: () => void;
  /** An INVITE, UPDATE or INFO within the call. The handler answers it. */
  readonly onRequest: (transaction: ServerTransaction) => void;
}

/** The final response to an INVITE; 408 without a response if none arrived. */
export interface InviteResult {
  readonly status: number;
  readonly response: SipResponse | null;
  /** The session description of the response; empty without one. */
  readonly sdp: string;
}

const resultOf = (response: FinalResponse): InviteResult => ({
  status: response?.status ?? NO_RESPONSE,
  response,
  sdp: response?.body ?? '',
});

const sdpContent = (sdp: string): Content | undefined => (sdp === '' ? undefined : { type: SDP, body: sdp });

export const isAnswered = ({ status }: InviteResult): boolean => status >= 200 && status < 300;

/** One leg of a call that this side places through its proxy. */
export class Leg {
  private inviting: ClientTransaction | undefined;
  private hasAnswer = false;
  private hasEnded = false;
  /** The ACK of the last 2xx, by the number of its INVITE. */
  private ack: { readonly cseq: number; readonly text: string } | undefined;

  constructor(
    private readonly agent: UserAgent,
    private readonly proxy: Address,
    private readonly dialog: Dialog,
    private readonly events: LegEvents,
  ) {}

  /** A leg that was answered before this process started. */
  static restored(agent: UserAgent, proxy: Address, state: DialogState, events: LegEvents): Leg {
    const leg = new Leg(agent, proxy, Dialog.from(state), events);
    leg.hasAnswer = true;
    return leg;
  }

  get state(): DialogState {
    return this.dialog.state;
  }

  get isOver(): boolean {
    return this.hasEnded;
  }

  get isUp(): boolean {
    return this.hasAnswer && !this.hasEnded;
  }

  /** True while an INVITE of this side waits for its final response. */
  get isInviting(): boolean {
    return this.inviting !== undefined;
  }

  owns(callId: string, localTag: string | undefined): boolean {
    return callId === this.state.callId && localTag === this.dialog.localTag;
  }

  /**
   * Sends an INVITE, also within the call. The caller acknowledges a 2xx by `acknowledge`. Without `sdp` the other side
   * makes the offer.
   */
  async invite(sdp: string, entries: readonly HeaderEntry[] = []): Promise<InviteResult> {
    const isFirst = !this.hasAnswer;
    const content = sdpContent(sdp);
    const request = this.dialog.request('INVITE', this.agent.local, {
      content,
      entries: [['Allow', ALLOW], ...entries],
    });
    const onProvisional = (response: SipResponse) => isFirst && this.events.onProgress?.(response);
    const inviting = this.agent.request(request, this.proxy, { onProvisional });
    this.inviting = inviting;
    const result = resultOf(await inviting.final);
    this.inviting = undefined;
    if (isAnswered(result)) this.answered(result);
    else if (isFirst) this.hasEnded = true;
    else if (GONE.has(result.status)) this.lose();
    return result;
  }

  /** Acknowledges a 2xx; with `sdp`, the answer to an offer that it contains. */
  acknowledge({ response }: InviteResult, sdp = ''): void {
    if (!response) return;
    const cseq = response.cseq.number;
    const text = writeRequest(this.dialog.request('ACK', this.agent.local, { content: sdpContent(sdp), cseq }));
    this.ack = { cseq, text };
    this.agent.send(text, this.proxy);
  }

  /** Handles a 2xx that no transaction waits for. */
  receiveAnswer(response: SipResponse): void {
    const isOurs = tagOf(response.headers.get('To')) === this.dialog.remoteTag;
    if (isOurs && this.ack?.cseq === response.cseq.number) this.agent.send(this.ack.text, this.proxy);
    else if (!isOurs) endAnswered(this.agent, this.proxy, response);
  }

  /** Sends a request other than INVITE within the call and returns the status of its response. */
  async send(method: 'INFO' | 'BYE', content?: Content): Promise<number> {
    const request = this.dialog.request(method, this.agent.local, { content });
    const status = (await this.agent.request(request, this.proxy).final)?.status ?? NO_RESPONSE;
    if (method !== 'BYE' && GONE.has(status)) this.lose();
    return status;
  }

  /** Gives up the INVITE that waits for its response. */
  cancelInvite(): void {
    this.inviting?.cancel();
  }

  /** Ends the leg at any stage. Does nothing once it is over. Resolves when the other side has answered or cannot. */
  async end(): Promise<void> {
    if (this.hasEnded) return;
    if (!this.hasAnswer) {
      this.cancelInvite();
      await this.inviting?.final;
      return;
    }
    this.hasEnded = true;
    await this.send('BYE');
  }

  /** Receives a request of the other side. */
  receive(transaction: ServerTransaction): void {
    const isInOrder = this.dialog.receive(transaction.request);
    switch (transaction.request.method) {
      case 'BYE':
        transaction.respond(200);
        this.lose();
        break;
      case 'OPTIONS':
        // Keep-alives of Kamailio, which have a CSeq of their own.
        transaction.respond(this.hasEnded ? 481 : 200, { entries: [['Allow', ALLOW]] });
        break;
      case 'INVITE':
      case 'UPDATE':
      case 'INFO':
        this.receiveChange(transaction, isInOrder);
        break;
      default:
        transaction.respond(405, { entries: [['Allow', ALLOW]] });
    }
  }

  private receiveChange(transaction: ServerTransaction, isInOrder: boolean): void {
    if (this.hasEnded) transaction.respond(481);
    else if (!isInOrder) transaction.respond(500);
    else if (transaction.request.method === 'INVITE' && this.isInviting) transaction.respond(REQUEST_PENDING);
    else this.events.onRequest(transaction);
  }

  private answered({ response }: InviteResult): void {
    if (response) this.dialog.establish(response);
    this.hasAnswer = true;
  }

  private lose(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.events.onEnded();
  }
}

/** Acknowledges and ends a call that was answered although this side no longer wants it, or never knew it. */
export function endAnswered(agent: UserAgent, proxy: Address, response: SipResponse): void {
  const dialog = Dialog.ofAnswer(response);
  agent.send(writeRequest(dialog.request('ACK', agent.local, { cseq: response.cseq.number })), proxy);
  agent.request(dialog.request('BYE', agent.local), proxy);
}
