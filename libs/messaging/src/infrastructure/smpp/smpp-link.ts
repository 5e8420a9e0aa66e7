import { once } from 'node:events';
import type {
  CarrierLink,
  DeliveryReport,
  LinkEnd,
  LinkState,
  OutboundMessage,
  SubmitOutcome,
} from '../../application/carriers/ports';
import { MessageIds } from './message-ids';
import { STATUS, statusName } from './pdu';
import { queriedReport } from './receipts';
import { Receiver } from './receiver';
import { type BindCommand, SmppSession } from './smpp-session';
import { SMPP_TIMINGS, type SmppSettings, type SmppSurroundings, type SmppTimings } from './smpp-settings';
import { sourceOf } from './submissions';
import { Submitter } from './submitter';

/** The connection to a carrier over SMPP 3.4. See docs/messages.md#smpp. */
export class SmppLink implements CarrierLink {
  private readonly submitter: Submitter;
  private readonly transmitter: SmppSession;
  private readonly sessions: readonly SmppSession[];
  private readonly submitting = new Set<Promise<SubmitOutcome>>();
  private closing: Promise<void> | null = null;
  /** Ends the wait for what is in flight when the link is closed. */
  private readonly overdue = new AbortController();
  private connected = false;
  private since: Date;
  private lastError: string | null = null;

  constructor(
    private readonly settings: SmppSettings,
    private readonly around: SmppSurroundings,
    private readonly timings: SmppTimings = SMPP_TIMINGS,
  ) {
    this.since = around.clock.now();
    const ids = new MessageIds();
    const receiver = new Receiver(settings.carrierId, ids, () => Promise.all(this.submitting), around);
    const session = (command: BindCommand) =>
      new SmppSession(command, settings, timings, {
        request: (pdu) => receiver.request(pdu),
        unreadable: (octets, fault) => receiver.unreadable(octets, fault),
        changed: (reason) => this.change(reason),
      });
    const isPair = settings.bind === 'pair';
    this.transmitter = session(isPair ? 'bind_transmitter' : 'bind_transceiver');
    this.sessions = isPair ? [this.transmitter, session('bind_receiver')] : [this.transmitter];
    this.submitter = new Submitter(this.transmitter, ids, settings, timings, around);
  }

  get state(): LinkState {
    const { connected, since, lastError } = this;
    return { connected, since, lastError, lagMs: this.submitter.lagMs, inFlight: this.submitting.size };
  }

  /** Milliseconds until parts are sent again, after the carrier had too much to do. */
  get pausedMs(): number {
    return this.submitter.pausedMs;
  }

  submit(message: OutboundMessage): Promise<SubmitOutcome> {
    if (this.closing) return Promise.resolve({ kind: 'unreachable' });
    const submission = this.submitter.submit(message).finally(() => this.submitting.delete(submission));
    this.submitting.add(submission);
    return submission;
  }

  async query(carrierMessageId: string, from: string): Promise<DeliveryReport | null> {
    const connection = this.transmitter.connection();
    if (!connection) return null;
    const fields = { message_id: carrierMessageId, ...sourceOf(from, this.settings) };
    // Without an answer, the message can be asked for again.
    const answer = await connection
      .request('query_sm', fields, { timeoutMs: this.timings.requestMs })
      .catch(() => null);
    if (answer?.status === STATUS.ok && answer.command === 'query_sm_resp') return queriedReport(answer.fields, from);
    if (answer?.status !== STATUS.invalidMessageId) return null;
    return { carrierMessageId, from, to: null, state: 'unknown', code: statusName(answer.status), at: null };
  }

  /** Lets what is in flight end within `closeMs`, or `drainMs`, then unbinds. */
  close(end: LinkEnd = 'stop'): Promise<void> {
    if (end === 'lost') this.submitter.stop();
    if (end === 'drain') this.submitter.finish();
    const ms = end === 'drain' ? this.timings.drainMs : this.timings.closeMs;
    const limit = setTimeout(() => this.overdue.abort(), ms).unref();
    this.closing ??= this.unbind();
    return this.closing.finally(() => clearTimeout(limit));
  }

  private async unbind(): Promise<void> {
    await Promise.race([Promise.all(this.submitting), once(this.overdue.signal, 'abort')]);
    await Promise.all(this.sessions.map((session) => session.close()));
    this.around.observer.closed();
  }

  private change(reason: Error | null): void {
    const connected = this.sessions.every((session) => session.connection() !== null);
    const { carrierId } = this.settings;
    if (connected !== this.connected) {
      this.connected = connected;
      this.since = this.around.clock.now();
      if (connected) this.around.log.info({ carrierId }, 'the carrier was bound');
    }
    if (reason === null || this.closing) return;
    if (reason.message !== this.lastError) this.around.log.warn({ carrierId, err: reason }, 'the carrier is not bound');
    this.lastError = reason.message;
  }
}
