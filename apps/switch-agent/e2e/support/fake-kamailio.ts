import { createSocket, type Socket } from 'node:dgram';
import { Dialog, SDP } from '../../src/sip/dialog';
import { tagOf } from '../../src/sip/headers';
import type { SipRequest, SipResponse } from '../../src/sip/message';
import type { ServerTransaction } from '../../src/sip/server-transaction';
import type { Address } from '../../src/sip/transport';
import { UserAgent } from '../../src/sip/user-agent';

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly (string | number)[];
}

/** A call of the agent, as the phone behind Kamailio sees it. */
export class ReceivedCall {
  readonly requests: SipRequest[] = [];
  dialog: Dialog | undefined;
  isCancelled = false;
  /** How the phone answers requests within the call; an offer with its session unless it says otherwise. */
  onRequest: (transaction: ServerTransaction) => void = (transaction) => this.accept(transaction);
  /** How the phone takes a CANCEL of its INVITE; it stops ringing unless it says otherwise. */
  onCancel: () => void = () => {
    this.transaction.respond(487);
  };

  constructor(
    readonly transaction: ServerTransaction,
    private readonly userAgent: UserAgent,
    private readonly agent: Address,
    readonly sdp: string,
  ) {
    this.requests.push(transaction.request);
  }

  get invite(): SipRequest {
    return this.transaction.request;
  }

  /** Decoded from base64. */
  header(name: string): unknown {
    const value = this.invite.headers.get(name);
    return value === undefined ? undefined : JSON.parse(Buffer.from(value, 'base64').toString());
  }

  ring(sdp = ''): void {
    this.transaction.respond(180, sdp === '' ? {} : { entries: [['Content-Type', SDP]], body: sdp });
  }

  answer(attempts?: readonly object[]): Promise<SipRequest | null> {
    this.accept(this.transaction, attempts);
    this.dialog = Dialog.ofRequest(this.invite, this.transaction.localTag);
    return this.transaction.acknowledged;
  }

  refuse(status: number, attempts?: readonly object[]): void {
    this.transaction.respond(status, { entries: attemptsHeader(attempts) });
  }

  /** Sends a request within the call and returns its final response. `answer` is the session in the ACK of a 2xx. */
  async send(method: string, body = '', type = SDP, answer = ''): Promise<SipResponse | null> {
    if (!this.dialog) throw new Error('The call is not answered.');
    const content = body === '' ? {} : { content: { type, body } };
    const request = this.dialog.request(method, this.userAgent.local, content);
    const response = await this.userAgent.request(request, this.agent).final;
    if (method === 'INVITE' && response && response.status < 300) this.sendAck(response, answer);
    return response;
  }

  /** Acknowledges a 2xx of this side's INVITE; with a body, the answer to the offer in it. */
  sendAck({ cseq }: SipResponse, body = ''): void {
    const content = body === '' ? {} : { content: { type: SDP, body } };
    const ack = this.dialog?.request('ACK', this.userAgent.local, { cseq: cseq.number, ...content });
    if (ack) this.userAgent.request(ack, this.agent);
  }

  /** The methods that arrived, in order. */
  get methods(): string[] {
    return this.requests.map(({ method }) => method);
  }

  private accept(transaction: ServerTransaction, attempts?: readonly object[]): void {
    const { method } = transaction.request;
    const body = method === 'INVITE' ? this.sdp : '';
    const contact = `<sip:phone@127.0.0.1:${this.userAgent.local.port}>`;
    transaction.respond(200, {
      entries: [
        ['Contact', contact],
        ...(body === '' ? [] : [['Content-Type', SDP] as const]),
        ...attemptsHeader(attempts),
      ],
      body,
    });
  }
}

const attemptsHeader = (attempts?: readonly object[]): (readonly [string, string])[] =>
  attempts ? [['X-Attempts', Buffer.from(JSON.stringify(attempts)).toString('base64')]] : [];

export const sessionOf = (port: number): string =>
  `v=0\r\no=phone ${port} 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\nm=audio ${port} RTP/AVP 8 101\r\n`;

/** Kamailio's internal SIP socket and its JSON-RPC, in memory. Calls wait for the test to answer them. */
export class FakeKamailio {
  readonly calls: ReceivedCall[] = [];
  readonly rpcs: RpcRequest[] = [];
  readonly options: SipRequest[] = [];
  readonly tables = new Map<string, Map<string, string>>([
    ['meta', new Map([['boot', 'b1']])],
    ['live', new Map()],
  ]);
  /** Answers to requests that need more than a table; undefined is an error. */
  onRpc: (request: RpcRequest) => unknown = () => ({});
  onOptions: (transaction: ServerTransaction) => void = (transaction) => transaction.respond(200);
  private rpcSocket: Socket;
  private agent: Address = { host: '127.0.0.1', port: 0 };
  private readonly userAgent = new UserAgent(
    {
      onRequest: (transaction, from) => this.receive(transaction, from),
      onCancel: (transaction) => this.cancel(transaction),
      onUnexpectedAnswer: () => undefined,
      onMalformed: () => undefined,
      onError: (error) => {
        throw error;
      },
    },
    () => true,
  );

  static async start(ports = { sip: 0, rpc: 0 }): Promise<FakeKamailio> {
    const kamailio = new FakeKamailio();
    await kamailio.userAgent.open({ host: '127.0.0.1', port: ports.sip });
    await kamailio.openRpc(ports.rpc);
    return kamailio;
  }

  get ports() {
    return { sip: this.userAgent.local.port, rpc: this.rpcSocket.address().port };
  }

  async stop(): Promise<void> {
    await this.userAgent.close();
    await new Promise<void>((resolve) => this.rpcSocket.close(() => resolve()));
  }

  called(method: string): (readonly (string | number)[])[] {
    return this.rpcs.filter((each) => each.method === method).map(({ params }) => params);
  }

  private receive(transaction: ServerTransaction, from: Address): void {
    const { request } = transaction;
    if (request.method === 'OPTIONS' && tagOf(request.headers.get('To')) === undefined) {
      this.options.push(request);
      this.onOptions(transaction);
    } else if (request.method === 'INVITE' && tagOf(request.headers.get('To')) === undefined) {
      this.agent = from;
      transaction.respond(100);
      const port = 4000 + 2 * this.calls.length;
      this.calls.push(new ReceivedCall(transaction, this.userAgent, this.agent, sessionOf(port)));
    } else this.receiveWithin(transaction);
  }

  private receiveWithin(transaction: ServerTransaction): void {
    const call = this.calls.find(({ invite }) => invite.callId === transaction.request.callId);
    if (!call) {
      transaction.respond(481);
      return;
    }
    call.requests.push(transaction.request);
    call.onRequest(transaction);
  }

  private cancel(transaction: ServerTransaction): void {
    const call = this.calls.find((each) => each.transaction === transaction);
    if (!call) return;
    call.isCancelled = true;
    call.onCancel();
  }

  private async openRpc(port: number): Promise<void> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(port, '127.0.0.1', resolve));
    socket.on('message', (data, from) => {
      const { id, method, params } = JSON.parse(data.toString()) as RpcRequest & { id: number };
      this.rpcs.push({ method, params });
      const result = this.resultOf({ method, params });
      const answer = result === undefined ? { error: { code: 500, message: 'refused' } } : { result };
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }), from.port, from.address);
    });
    this.rpcSocket = socket;
  }

  private resultOf(request: RpcRequest): unknown {
    const [table = '', name = '', value = ''] = request.params.map(String);
    const rows = this.tables.get(table);
    switch (request.method) {
      case 'htable.get': {
        const found = rows?.get(name);
        return found === undefined ? undefined : { item: { name, value: found } };
      }
      case 'htable.sets':
      case 'htable.seti':
        rows?.set(name, value);
        return {};
      case 'htable.delete':
        rows?.delete(name);
        return {};
      default:
        return this.onRpc(request);
    }
  }
}
