import type { OriginateCommand } from '../api/answers';
import { type InviteResult, isAnswered, type Leg } from '../sip/leg';
import type { SipResponse } from '../sip/message';
import { activated, commonCodecs, heldOffer, isSameDestination } from '../sip/sdp';
import { unixNow } from '../time';
import { type Attempt, attemptsOf, ownAttempt, planHeaders } from './attempts';
import type { Bridge } from './bridge';

/** `agent`: the trunk's phone rings; `number`: the number does; then the two are connected. */
export type DialStage = 'agent' | 'number' | 'connected' | 'over';

export interface DialOutcome {
  /** The number has answered. */
  readonly ok: boolean;
  /** The final response that ended the attempt, or 200. */
  readonly sipCode: number;
  readonly error?: string;
}

/** The report of a call whose number was never called. */
export interface UnansweredCall {
  readonly command: OriginateCommand;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly sipCode: number;
  readonly isEndedBySwitch: boolean;
  readonly attempts: readonly Attempt[];
}

export interface DialEvents {
  /** Resolves once the stage is on disk. */
  readonly onStage: (stage: DialStage) => Promise<void>;
  /** Resolves once the report is on disk. */
  readonly onUnanswered: (call: UnansweredCall) => Promise<void>;
}

/** Kamailio ends the first leg with the second; this limit only replaces the granted time, which heartbeats extend. */
const AGENT_LEG_MAX_S = 14_700;
const RING_TIMEOUT = 480;
/** The plan has the same time for a route. Its timer comes first, so that the route's own result is reported. */
const RING_MARGIN_MS = 1000;
const CANCELLED = 487;
const NOT_ACCEPTABLE = 488;

/**
 * Click to dial: calls the trunk's phone without media, then the number with the phone's session, and then gives the phone the
 * session of the number (RFC 3725, flow IV). The number is never called before the phone has answered.
 */
export class DialledCall {
  private readonly startedAt = unixNow();
  private rangAt: number | null = null;
  private isEndedBySwitch = false;
  private isRingTimeout = false;

  constructor(
    readonly command: OriginateCommand,
    private readonly agent: Leg,
    private readonly number: Leg,
    private readonly bridge: Bridge,
    private readonly events: DialEvents,
  ) {}

  /** Resolves once the two are connected, or the call is over. */
  async run(): Promise<DialOutcome> {
    await this.events.onStage('agent');
    const answer = await this.ring();
    const made = attemptsOf(answer.response) ?? [this.attempt(this.statusOf(answer.status))];
    if (!isAnswered(answer)) return this.refused(answer.status, made);
    this.agent.acknowledge(answer);
    if (this.isEndedBySwitch || this.isRingTimeout || this.agent.isOver) return this.abandoned(CANCELLED, made);
    if (answer.sdp === '') return this.abandoned(NOT_ACCEPTABLE, made);
    return this.callNumber(answer.sdp, made);
  }

  /** Notes that the switch ends the call. Ends the agent's leg, which ends the number's. */
  async hangUp(): Promise<void> {
    this.isEndedBySwitch = true;
    await Promise.all([this.agent.end(), this.number.end()]);
  }

  /** The phone begins to ring. */
  onAgentProgress(): void {
    this.rangAt ??= unixNow();
  }

  /** The number sends ringback or an announcement, which the phone's user should hear. */
  onNumberProgress({ body }: SipResponse): void {
    if (body !== '' && this.agent.isUp) void this.bridge.offerToAgent(activated(body));
  }

  private async ring(): Promise<InviteResult> {
    const { command, agent } = this;
    // The decision is that of the number: without one, Kamailio reports nothing of this leg.
    const plan = { ...command.agent, decision_id: undefined, max_duration_s: AGENT_LEG_MAX_S };
    const codecs = commonCodecs(codecsOf(command.agent), codecsOf(command.plan));
    const timer = setTimeout(
      () => {
        this.isRingTimeout = true;
        agent.cancelInvite();
      },
      command.ring_timeout_s * 1000 + RING_MARGIN_MS,
    );
    try {
      return await agent.invite(heldOffer(this.bridge.originFor('agent'), codecs), planHeaders(plan));
    } finally {
      clearTimeout(timer);
    }
  }

  private async callNumber(sdp: string, made: readonly Attempt[]): Promise<DialOutcome> {
    await this.events.onStage('number');
    if (this.isEndedBySwitch || this.agent.isOver) return this.abandoned(CANCELLED, made);
    const offer = this.bridge.describe('number', activated(sdp));
    const answer = await this.number.invite(offer, planHeaders(this.command.plan, made));
    if (!isAnswered(answer)) {
      await this.agent.end();
      if (!isReportedByKamailio(answer)) await this.report(answer.status, made);
      return this.over({ ok: false, sipCode: answer.status, error: 'number_not_answered' });
    }
    this.number.acknowledge(answer);
    return this.connect(sdp, answer.sdp);
  }

  private async connect(sent: string, sdp: string): Promise<DialOutcome> {
    const answer = await this.bridge.offerToAgent(activated(sdp));
    const isTaken = answer !== null && isAnswered(answer);
    if (isTaken) await this.follow(sent, answer.sdp);
    if (isTaken && this.agent.isUp && this.number.isUp) {
      await this.events.onStage('connected');
      return { ok: true, sipCode: 200 };
    }
    await Promise.all([this.agent.end(), this.number.end()]);
    const sipCode = isTaken ? CANCELLED : NOT_ACCEPTABLE;
    // The answer costs money, which must stay held until Kamailio reports the call.
    return this.over({ ok: true, sipCode, error: 'media_not_connected' });
  }

  /** The phone may receive elsewhere than it said while the session was inactive. */
  private async follow(sent: string, sdp: string): Promise<void> {
    if (sdp !== '' && !isSameDestination(sent, sdp)) await this.bridge.offerToNumber(sdp);
  }

  private async refused(status: number, made: readonly Attempt[]): Promise<DialOutcome> {
    const code = this.statusOf(status);
    await this.report(code, made);
    return this.over({ ok: false, sipCode: code, error: 'agent_not_answered' });
  }

  /** A phone that this side gave up was not refused by its user. */
  private statusOf(status: number): number {
    return this.isRingTimeout && status === CANCELLED ? RING_TIMEOUT : status;
  }

  /** The phone answered too late, or without a session. */
  private async abandoned(status: number, made: readonly Attempt[]): Promise<DialOutcome> {
    await this.agent.end();
    return this.refused(status, made);
  }

  private report(sipCode: number, attempts: readonly Attempt[]): Promise<void> {
    const { command, startedAt, isEndedBySwitch } = this;
    return this.events.onUnanswered({ command, startedAt, endedAt: unixNow(), sipCode, isEndedBySwitch, attempts });
  }

  private async over(outcome: DialOutcome): Promise<DialOutcome> {
    await this.events.onStage('over');
    return outcome;
  }

  private attempt(status: number): Attempt {
    const { command, startedAt, rangAt } = this;
    return ownAttempt({ plan: command.agent, startedAt, rangAt, endedAt: unixNow(), status });
  }
}

/** Kamailio reports a call whose plan it has carried out, and says so; a call that is cancelled it reports in any case. */
const isReportedByKamailio = ({ status, response }: InviteResult): boolean =>
  response !== null && (status === CANCELLED || attemptsOf(response) !== undefined);

const codecsOf = ({ routes }: OriginateCommand['plan']): string[] => [
  ...new Set(routes.flatMap(({ codecs }) => codecs)),
];
