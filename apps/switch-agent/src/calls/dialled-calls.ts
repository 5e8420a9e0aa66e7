import type { Log, Metrics } from '@trunkline/platform/process';
import { type OriginateCommand, readOriginate } from '../api/answers';
import type { Kamailio } from '../kamailio/kamailio';
import { Dialog } from '../sip/dialog';
import { newToken, tagOf } from '../sip/headers';
import { Leg } from '../sip/leg';
import type { ServerTransaction } from '../sip/server-transaction';
import type { Address } from '../sip/transport';
import type { UserAgent } from '../sip/user-agent';
import { unixNow } from '../time';
import type { StoredValues } from '../stored-file';
import { Bridge, newSessions, type Side } from './bridge';
import type { CallRecord } from './call-record';
import { DialledCall, type DialOutcome, type DialStage, type UnansweredCall } from './dialled-call';
import { StoredCall } from './stored-call';

export interface DialSettings {
  /** Kamailio's socket for the agent. */
  readonly proxy: Address;
  readonly sipDomain: string;
  /** Calls that may be set up at once. */
  readonly max: number;
}

export interface DialReports {
  /** Resolves once the report is on disk. */
  unanswered(call: UnansweredCall): Promise<void>;
}

export interface DialParts {
  readonly agent: UserAgent;
  readonly kamailio: Kamailio;
  readonly reports: DialReports;
  readonly records: StoredValues<CallRecord>;
  readonly settings: DialSettings;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Longer than a command can be handed out again. */
const REMEMBERED_MS = 120_000;
const NOT_CARRIED_OUT = 503;
/** How long Kamailio may take to end both legs before the agent does. */
const HANG_UP_MS = 3000;
/** Requests that were sent after the call was stored last. */
const CSEQ_MARGIN = 1000;
/** Of the INVITE that calls the phone, which may leave before the record has its number. */
const FIRST_CSEQ = 1;

/** The calls that this agent places. They are on disk: none is placed twice, and one with both legs up outlives a restart. */
export class DialledCalls {
  private readonly calls = new Map<string, StoredCall>();

  constructor(private readonly parts: DialParts) {
    const { metrics } = parts;
    metrics.gauge(
      {
        name: 'trunkline_agent_dialled_calls',
        help: 'Calls by click to dial: the agent is called, the number is called, or both are connected.',
        labels: ['stage'],
      },
      (set) => {
        for (const stage of ['agent', 'number', 'connected'] as const) set(this.count(stage), { stage });
        return Promise.resolve();
      },
    );
  }

  /** Takes up the calls of an earlier process: goes on with those that are connected, and ends the others. */
  async restore(): Promise<void> {
    for (const { name, value } of await this.parts.records.load()) await this.restoreCall(name, value);
  }

  /** Carries out a command unless it was carried out before, which returns null. */
  async originate(command: OriginateCommand): Promise<DialOutcome | null> {
    if (this.calls.has(command.id)) return null;
    const call = this.create(command);
    if (this.count('agent') + this.count('number') > this.parts.settings.max) return this.refuse(call, command);
    await this.listed(command.id, this.parts.kamailio.announce(command.decision_id, call.legs.agent.state.callId));
    const outcome = await call.run();
    if (!outcome.ok) await this.listed(command.id, this.parts.kamailio.withdraw(command.decision_id));
    return outcome;
  }

  /** Ends a call at any stage. Returns false for a call that this agent did not place. */
  async hangUp(decisionId: string): Promise<boolean> {
    const call = [...this.calls.values()].find((each) => each.isLive && each.decisionId === decisionId);
    if (!call) return false;
    // Kamailio ends a call that it has by itself, so that its record says that the switch did.
    const isEnding = call.stage !== 'agent' && (await this.isEndedByKamailio(decisionId));
    if (!isEnding || !(await call.isOverWithin(HANG_UP_MS))) await call.hangUp();
    return true;
  }

  /** Hands a request within a call to its leg. Returns false for a request of no known call. */
  receive(transaction: ServerTransaction): boolean {
    const { callId, headers } = transaction.request;
    const tag = tagOf(headers.get('To'));
    const leg = this.legs().find((each) => each.owns(callId, tag));
    leg?.receive(transaction);
    return leg !== undefined;
  }

  cancel(transaction: ServerTransaction): void {
    for (const { bridge } of this.calls.values()) bridge.cancel(transaction);
  }

  /** The leg that an INVITE of this agent belongs to. */
  legOf(callId: string, fromTag: string | undefined): Leg | undefined {
    return this.legs().find((each) => each.owns(callId, fromTag));
  }

  /** Ends the calls that are being set up. Connected calls go on in the next process. */
  async stop(): Promise<void> {
    const pending = [...this.calls.values()].filter(({ stage }) => stage === 'agent' || stage === 'number');
    await Promise.all(pending.map((call) => call.hangUp()));
    await Promise.all([...this.calls.values()].map((call) => call.stop()));
  }

  private create(command: OriginateCommand): StoredCall {
    const { sipDomain, proxy } = this.parts.settings;
    const target = (user: string) => `sip:${user}@${proxy.host}:${proxy.port}`;
    const uri = (user: string) => `sip:${user}@${sipDomain}`;
    const { from, to, call_id } = command;
    const dialogs: Record<Side, Dialog> = {
      // The phone is called with the number as caller, which it can call again.
      agent: Dialog.of({ callId: newToken(), from: uri(to), to: uri(from), target: target(from) }),
      number: Dialog.of({ callId: call_id, from: uri(from), to: uri(to), target: target(to) }),
    };
    return this.store(command, (side, call) => new Leg(this.parts.agent, proxy, dialogs[side], call.legEvents(side)));
  }

  private store(
    command: OriginateCommand,
    legOf: (side: Side, call: StoredCall) => Leg,
    record?: CallRecord,
  ): StoredCall {
    const call = new StoredCall(command, this.parts.records, record, {
      onOver: () => this.forget(command.id),
      onError: (error) => this.parts.log.error({ err: error, command: command.id }, 'a dialled call failed'),
    });
    this.calls.set(command.id, call);
    const legs = { agent: legOf('agent', call), number: legOf('number', call) };
    const sessions = record?.sessions ?? newSessions();
    const bridge = new Bridge(legs, this.parts.agent.local, sessions, { onChange: () => call.save() });
    const events = {
      onStage: (stage: DialStage) => call.enter(stage),
      onUnanswered: (report: UnansweredCall) => this.parts.reports.unanswered(report),
    };
    call.attach(legs, bridge, new DialledCall(command, legs.agent, legs.number, bridge, events));
    return call;
  }

  /** A call that heartbeats do not list only loses its place among the concurrent calls. */
  private listed(command: string, work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => this.parts.log.warn({ err: error, command }, 'Kamailio did not list a call'));
  }

  private async refuse(call: StoredCall, command: OriginateCommand): Promise<DialOutcome> {
    await this.report(command, call.startedAt);
    await call.enter('over');
    return { ok: false, sipCode: NOT_CARRIED_OUT, error: 'too_many_calls' };
  }

  private report(command: OriginateCommand, startedAt: number): Promise<void> {
    const endedAt = unixNow();
    const call = { command, startedAt, endedAt, sipCode: NOT_CARRIED_OUT, isEndedBySwitch: true, attempts: [] };
    return this.parts.reports.unanswered(call);
  }

  private async restoreCall(name: string, record: CallRecord): Promise<void> {
    const command = readOriginate(record.command);
    if (!command || (record.stage === 'over' && record.at < Date.now() - REMEMBERED_MS)) {
      await this.parts.records.remove(name);
      return;
    }
    const call = this.store(
      command,
      (side, made) =>
        Leg.restored(this.parts.agent, this.parts.settings.proxy, advanced(record[side]), made.legEvents(side)),
      record,
    );
    if (record.stage === 'connected') call.bridge.connect();
    else if (record.stage !== 'over') await this.endUnfinished(call, command, record);
    else this.forget(command.id);
  }

  /** The process that set this call up has ended, and with it the transactions that wait for the phones. */
  private async endUnfinished(call: StoredCall, command: OriginateCommand, record: CallRecord): Promise<void> {
    this.parts.log.warn({ command: command.id, stage: record.stage }, 'an unfinished call is ended');
    await this.parts.kamailio.cancel(record.agent.callId, FIRST_CSEQ).catch((error: unknown) => {
      this.parts.log.warn({ err: error, command: command.id }, 'the phone of an unfinished call may go on ringing');
    });
    const isKamailios = record.stage === 'number' && (await this.isEndedByKamailio(command.decision_id));
    if (!isKamailios) await this.report(command, record.startedAt);
    await this.listed(command.id, this.parts.kamailio.withdraw(command.decision_id));
    if (tagOf(record.agent.remote) !== undefined) await call.legs.agent.end();
    await call.enter('over');
  }

  private async isEndedByKamailio(decisionId: string): Promise<boolean> {
    try {
      return (await this.parts.kamailio.hangUp(decisionId)) === 'ended';
    } catch (error) {
      this.parts.log.warn({ err: error, decision: decisionId }, 'Kamailio could not be asked to end a call');
      return false;
    }
  }

  private legs(): Leg[] {
    return [...this.calls.values()].flatMap(({ legs }) => [legs.agent, legs.number]);
  }

  private count(stage: DialStage): number {
    return [...this.calls.values()].filter((call) => call.stage === stage).length;
  }

  /** The id of a command that was carried out is remembered for as long as the command can arrive again. */
  private forget(id: string): void {
    const timer = setTimeout(() => {
      this.calls.delete(id);
      this.parts.records
        .remove(id)
        .catch((error: unknown) => this.parts.log.warn({ err: error }, 'a record could not be removed'));
    }, REMEMBERED_MS);
    timer.unref();
  }
}

const advanced = <T extends { readonly cseq: number }>(state: T): T => ({ ...state, cseq: state.cseq + CSEQ_MARGIN });
