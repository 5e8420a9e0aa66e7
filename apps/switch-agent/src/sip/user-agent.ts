import { ClientTransaction } from './client-transaction';
import { tagOf } from './headers';
import type { SipMessage, SipRequest, SipResponse } from './message';
import { ServerTransaction } from './server-transaction';
import { SIP_TIMERS, type SipTimers } from './timers';
import { type Address, Transport } from './transport';

export interface UserAgentEvents {
  /** A request that begins a transaction. The handler answers it. */
  readonly onRequest: (transaction: ServerTransaction, from: Address) => void;
  /** The caller of an INVITE gave it up. */
  readonly onCancel: (transaction: ServerTransaction) => void;
  /** A 2xx of an INVITE that no transaction waits for: repeated, late, or of another branch. */
  readonly onUnexpectedAnswer: (response: SipResponse) => void;
  readonly onMalformed: () => void;
  readonly onError: (error: Error) => void;
}

export interface RequestOptions {
  readonly onProvisional?: (response: SipResponse) => void;
  readonly timeoutMs?: number;
  readonly isSentOnce?: boolean;
}

const clientKey = (branch: string, method: string): string => `${branch} ${method}`;
const serverKey = ({ via, method }: SipRequest, as = method): string => `${via.branch} ${via.host} ${as}`;

/** The transaction layer of a SIP user agent on one UDP socket (RFC 3261 section 17). */
export class UserAgent {
  private readonly transport: Transport;
  private readonly clients = new Map<string, ClientTransaction>();
  private readonly servers = new Map<string, ServerTransaction>();
  private isClosed = false;

  constructor(
    private readonly events: UserAgentEvents,
    isTrusted: (from: Address) => boolean,
    private readonly timers: SipTimers = SIP_TIMERS,
  ) {
    this.transport = new Transport(isTrusted);
  }

  get local(): Address {
    return this.transport.local;
  }

  /** Port 0 selects a free one. Rejects if the port is in use. */
  open(address: Address): Promise<void> {
    return this.transport.open(address, {
      onMessage: (message, from) => this.receive(message, from),
      onMalformed: () => this.events.onMalformed(),
      onError: (error) => this.events.onError(error),
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const each of [...this.clients.values(), ...this.servers.values()]) each.stop();
    this.clients.clear();
    this.servers.clear();
    await this.transport.close();
  }

  /** Sends a request, whose first Via has a branch of its own, and repeats it until it is answered. */
  request(request: SipRequest, to: Address, options: RequestOptions = {}): ClientTransaction {
    const key = clientKey(request.via.branch, request.method);
    const send = (text: string) => this.transport.send(text, to);
    const onTerminated = () => void this.clients.delete(key);
    const transaction = new ClientTransaction(
      request,
      { ...options, send, timers: this.timers, onTerminated },
      (cancel) => this.request(cancel, to),
    );
    if (this.isClosed) transaction.stop();
    else this.clients.set(key, transaction);
    return transaction;
  }

  /** Sends what expects no response: an ACK. */
  send(text: string, to: Address): void {
    this.transport.send(text, to);
  }

  private receive(message: SipMessage, from: Address): void {
    try {
      if (message.kind === 'response') this.receiveResponse(message);
      else if (message.method === 'ACK') this.receiveAck(message);
      else this.receiveRequest(message, from);
    } catch (error) {
      // Such as a message that is well-formed and names no place to respond to.
      this.events.onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private receiveResponse(response: SipResponse): void {
    const transaction = this.clientOf(response);
    const isAnswer = response.cseq.method === 'INVITE' && response.status >= 200 && response.status < 300;
    if (isAnswer && (!transaction || transaction.isCompleted)) this.events.onUnexpectedAnswer(response);
    else transaction?.receive(response);
  }

  private clientOf({ via, cseq, callId }: SipResponse): ClientTransaction | undefined {
    if (via.branch !== '') return this.clients.get(clientKey(via.branch, cseq.method));
    const isAnswered = ({ request }: ClientTransaction) =>
      request.callId === callId && request.cseq.number === cseq.number && request.method === cseq.method;
    return [...this.clients.values()].find(isAnswered);
  }

  /** The ACK of a 2xx is a transaction of its own, with another branch (RFC 3261 section 13.2.2.4). */
  private receiveAck(ack: SipRequest): void {
    const transaction =
      this.servers.get(serverKey(ack, 'INVITE')) ??
      [...this.servers.values()].find((each) => isAcknowledgedBy(each, ack));
    transaction?.receiveAck(ack);
  }

  private receiveRequest(request: SipRequest, from: Address): void {
    const key = serverKey(request);
    const known = this.servers.get(key);
    if (known) {
      known.repeat();
      return;
    }
    const send = (text: string) => this.transport.send(text, from);
    const onTerminated = () => void this.servers.delete(key);
    const transaction = new ServerTransaction(request, { send, timers: this.timers, onTerminated });
    this.servers.set(key, transaction);
    if (request.method === 'CANCEL') this.cancel(transaction);
    else this.events.onRequest(transaction, from);
  }

  private cancel(transaction: ServerTransaction): void {
    const invite = this.servers.get(serverKey(transaction.request, 'INVITE'));
    transaction.respond(invite ? 200 : 481);
    if (invite && !invite.isAnswered) this.events.onCancel(invite);
  }
}

function isAcknowledgedBy({ request, localTag, isAnswered }: ServerTransaction, ack: SipRequest): boolean {
  return (
    isAnswered &&
    request.method === 'INVITE' &&
    request.callId === ack.callId &&
    request.cseq.number === ack.cseq.number &&
    localTag === tagOf(ack.headers.get('To'))
  );
}
