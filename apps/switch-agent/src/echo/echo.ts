import { randomInt } from 'node:crypto';
import type { Log, Metrics } from '@trunkline/platform/process';
import { ALLOW, contactOf, Dialog, SDP } from '../sip/dialog';
import { tagOf } from '../sip/headers';
import type { ServerTransaction } from '../sip/server-transaction';
import type { SipTimers } from '../sip/timers';
import type { Address } from '../sip/transport';
import { UserAgent } from '../sip/user-agent';
import { echoAnswer } from './echo-session';
import { type PortRange, RtpEcho } from './rtp-echo';

export interface EchoSettings {
  readonly address: Address;
  readonly maxSeconds: number;
  readonly rtpPorts: PortRange;
  /** Before the answer, so that the caller hears that it rings. */
  readonly ringMs: number;
}

interface EchoCall {
  readonly transaction: ServerTransaction;
  readonly from: Address;
  readonly media: RtpEcho;
  readonly id: number;
  version: number;
  dialog: Dialog | undefined;
  timer: NodeJS.Timeout | undefined;
}

const CALLS_MAX = 200;

/** Answers every call and returns its sound, for tests and demonstrations: the far end of the sandbox's carrier. */
export class Echo {
  private readonly agent: UserAgent;
  private readonly calls = new Map<string, EchoCall>();

  constructor(
    private readonly settings: EchoSettings,
    private readonly log: Log,
    metrics: Metrics,
    timers?: SipTimers,
  ) {
    const events = {
      onRequest: (transaction: ServerTransaction, from: Address) => this.receive(transaction, from),
      onCancel: (transaction: ServerTransaction) => this.cancel(transaction),
      onUnexpectedAnswer: () => undefined,
      onMalformed: () => undefined,
      onError: (error: Error) => this.log.warn({ err: error }, 'the socket of the echo failed'),
    };
    // The echo is on loopback, or on an address of this machine, whose own processes may use it.
    this.agent = new UserAgent(events, ({ host }) => host === settings.address.host || isLoopback(host), timers);
    metrics.gauge(
      { name: 'trunkline_agent_echo_calls', help: 'Calls that the echo has answered and that go on.', labels: [] },
      (set) => Promise.resolve(set(this.calls.size, {})),
    );
  }

  get local(): Address {
    return this.agent.local;
  }

  open(): Promise<void> {
    return this.agent.open(this.settings.address);
  }

  async close(): Promise<void> {
    await Promise.all([...this.calls.values()].map((call) => this.end(call)));
    await this.agent.close();
  }

  private receive(transaction: ServerTransaction, from: Address): void {
    const { method, headers, callId } = transaction.request;
    const isWithin = tagOf(headers.get('To')) !== undefined;
    const call = this.calls.get(callId);
    if (method === 'OPTIONS') transaction.respond(200, { entries: [['Allow', ALLOW]] });
    else if (method === 'INVITE' && !isWithin) this.inBackground(this.answer(transaction, from));
    else if (!call) transaction.respond(481);
    else this.receiveWithin(call, transaction);
  }

  private receiveWithin(call: EchoCall, transaction: ServerTransaction): void {
    call.dialog?.receive(transaction.request);
    switch (transaction.request.method) {
      case 'BYE':
        transaction.respond(200);
        this.inBackground(this.forget(call));
        break;
      case 'INVITE':
      case 'UPDATE':
        this.change(call, transaction);
        break;
      case 'INFO':
        transaction.respond(200);
        break;
      default:
        transaction.respond(405, { entries: [['Allow', ALLOW]] });
    }
  }

  private async answer(transaction: ServerTransaction, from: Address): Promise<void> {
    const { request } = transaction;
    if (request.headers.get('Contact') === undefined) {
      transaction.respond(400);
      return;
    }
    if (this.calls.size >= CALLS_MAX || this.calls.has(request.callId)) {
      transaction.respond(486);
      return;
    }
    transaction.respond(100);
    const { address, rtpPorts, ringMs } = this.settings;
    const media = await RtpEcho.open(address.host, rtpPorts);
    const call: EchoCall = {
      transaction,
      from,
      media,
      id: randomInt(1, 2 ** 31),
      version: 0,
      dialog: undefined,
      timer: undefined,
    };
    const answer = this.sessionOf(call, request.body);
    if (answer === null) {
      transaction.respond(488);
      await media.close();
      return;
    }
    this.calls.set(request.callId, call);
    transaction.respond(180, { entries: this.entries() });
    call.timer = setTimeout(() => this.inBackground(this.accept(call, answer)), ringMs);
  }

  private async accept(call: EchoCall, answer: string): Promise<void> {
    const { transaction } = call;
    if (transaction.isAnswered) return;
    call.dialog = Dialog.ofRequest(transaction.request, transaction.localTag);
    call.timer = setTimeout(() => this.inBackground(this.end(call)), this.settings.maxSeconds * 1000);
    transaction.respond(200, { entries: [...this.entries(), ['Content-Type', SDP]], body: answer });
    if ((await transaction.acknowledged) === null) await this.end(call);
  }

  private change(call: EchoCall, transaction: ServerTransaction): void {
    const { body, method } = transaction.request;
    if (body === '' && method === 'UPDATE') {
      transaction.respond(200, { entries: this.entries() });
      return;
    }
    const answer = this.sessionOf(call, body);
    if (answer === null) transaction.respond(488);
    else transaction.respond(200, { entries: [...this.entries(), ['Content-Type', SDP]], body: answer });
  }

  private sessionOf(call: EchoCall, offer: string): string | null {
    call.version += 1;
    const { host } = this.settings.address;
    const answer = echoAnswer(offer, { host, port: call.media.port, id: call.id, version: call.version });
    if (answer) call.media.ignore(answer.keyTypes);
    return answer?.sdp ?? null;
  }

  private cancel(transaction: ServerTransaction): void {
    transaction.respond(487);
    const call = this.calls.get(transaction.request.callId);
    if (call) this.inBackground(this.forget(call));
  }

  private async end(call: EchoCall): Promise<void> {
    if (!this.calls.has(call.transaction.request.callId)) return;
    await this.forget(call);
    if (call.dialog) await this.agent.request(call.dialog.request('BYE', this.agent.local), call.from).final;
    else call.transaction.respond(503);
  }

  private async forget(call: EchoCall): Promise<void> {
    clearTimeout(call.timer);
    const { callId } = call.transaction.request;
    if (!this.calls.delete(callId)) return;
    this.log.info({ call: callId, packets: call.media.packets }, 'an echoed call has ended');
    await call.media.close();
  }

  private entries() {
    return [
      ['Contact', contactOf(this.agent.local)],
      ['Allow', ALLOW],
    ] as const;
  }

  private inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.log.error({ err: error }, 'an echoed call failed'));
  }
}

const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1';
