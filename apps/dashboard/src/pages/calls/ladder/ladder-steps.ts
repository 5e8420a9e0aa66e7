import type { CallAttempt, CdrAttempt, CdrDecision } from '@trunkline/client';
import { durationOf, words } from '../../../format/format';
import { NO_RESPONSE } from '../../trunks/gateways/gateway-health';
import { REJECTION_TITLES } from '../failure-title';
import { isFailure } from '../results';
import { SIP_RESPONSES } from '../sip-responses';

type Attempt = CallAttempt | CdrAttempt;

/** The part of a call that its ladder shows. */
export interface LadderCall {
  readonly direction: string;
  readonly started_at: number;
  readonly answered_at: number | null;
  readonly ended_at?: number | null;
  readonly final_code?: number | null;
  /** Null while it is not known. */
  readonly hangup_cause?: string | null;
  /** Null if it is no longer stored. */
  readonly decision?: Decision | null;
  readonly disconnected_by?: string | null;
  readonly attempts: readonly Attempt[];
}

type Decision = Pick<CdrDecision, 'action' | 'reason' | 'routes' | 'max_duration_s' | 'at'>;

/** What the account calls the parts of a call. */
export interface LadderNames {
  /** Names of gateways, by id; a gateway that is unknown is named by its address. */
  readonly gateways: ReadonlyMap<string, string>;
  /** The trunk or routing profile that the number leads to. */
  readonly route?: string | null;
}

export type Tone = 'plain' | 'good' | 'bad';

export interface Step {
  /** Lanes by index, from the left. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly tone: Tone;
  /** Seconds after the call setup; null if the switch did not report it. */
  readonly after: number | null;
  /** Set for what lasts or is decided, which is no message: it is drawn between its lanes, or across all. */
  readonly band?: 'lanes' | 'all';
  /** Why an attempt failed. */
  readonly note?: string | null;
}

export interface Lane {
  readonly name: string;
  /** The address of a gateway with a name. */
  readonly detail: string | null;
}

export interface Ladder {
  readonly lanes: readonly Lane[];
  readonly steps: readonly Step[];
}

/** Busy, no answer and cancelled are ordinary. */
const TONES = {
  answered: 'good',
  busy: 'plain',
  no_answer: 'plain',
  cancelled: 'plain',
  skipped: 'plain',
  failed: 'bad',
} as const satisfies Record<NonNullable<Attempt['result']>, Tone>;

const CALLER = 0;
/** The lane of this service. */
const SERVICE = 1;

/** Where an attempt led. */
function placeOf({ leg, destination, address, target_kind }: Attempt): string {
  const place = destination ?? address;
  if (leg === 'agent') return place === null ? 'Your trunk' : `Your trunk, ${place}`;
  return place ?? (target_kind === null ? 'Unknown' : target_kind.replaceAll('_', ' '));
}

/** The name of a gateway where it has one, with its address. */
function laneOf(attempt: Attempt, { gateways }: Pick<LadderNames, 'gateways'>): Lane {
  const name = attempt.gateway_id === null ? undefined : gateways.get(attempt.gateway_id);
  const place = placeOf(attempt);
  return name === undefined ? { name: place, detail: null } : { name, detail: attempt.destination ?? attempt.address };
}

/** What an attempt is called in a sentence. */
export const nameOf = (attempt: Attempt, gateways: LadderNames['gateways']): string =>
  laneOf(attempt, { gateways }).name;

const keyOf = ({ name, detail }: Lane): string => `${name} ${String(detail)}`;

/** Lays out the messages between caller, this service and each destination, in the order of the attempts. */
export function ladderOf(call: LadderCall, names: LadderNames): Ladder {
  const attempts = call.attempts.map((attempt) => withAnswer(attempt, call));
  const tried = attempts.filter(({ result }) => result !== 'skipped');
  const places = new Map(tried.map((attempt) => laneOf(attempt, names)).map((lane) => [keyOf(lane), lane]));
  const keys = [...places.keys()];
  const laneIndexOf = (attempt: Attempt): number => SERVICE + 1 + keys.indexOf(keyOf(laneOf(attempt, names)));
  const isDialled = tried.some(({ leg }) => leg === 'agent');
  const after = (at: number | null | undefined) => (at ? Math.max(0, at - call.started_at) : null);
  const steps = attempts.flatMap((attempt) => stepsOf(attempt, { lane: laneIndexOf(attempt), after, names }));
  const answered = tried.find(({ leg, result }) => leg === 'callee' && result === 'answered');
  const agent = tried.find(({ leg }) => leg === 'agent');
  const parties = {
    caller: agent ? laneIndexOf(agent) : CALLER,
    callee: answered ? laneIndexOf(answered) : null,
  };
  return {
    lanes: [{ name: isDialled ? 'Your request' : 'Caller', detail: null }, OWN_LANE, ...places.values()],
    steps: timed([
      { from: CALLER, to: SERVICE, text: isDialled ? 'Place a call' : 'INVITE', tone: 'plain', after: 0 },
      ...decisionOf(call, { steps, after, names }),
      ...steps,
      ...(call.answered_at === null ? (isDialled ? [] : refusalOf(call, after)) : talkOf(call, parties, after)),
    ]),
  };
}

/** The destination that answered did so when the call was answered, if the switch reports no time of its own. */
const withAnswer = (attempt: Attempt, { answered_at }: LadderCall): Attempt =>
  attempt.leg === 'callee' && attempt.result === 'answered'
    ? { ...attempt, answered_at: attempt.answered_at ?? answered_at }
    : attempt;

const OWN_LANE: Lane = { name: 'Trunkline', detail: null };

/** What has no time of its own has that of the steps around it, if they have the same. */
const timed = (steps: readonly Step[]): readonly Step[] =>
  steps.map((step, index) => {
    if (step.after !== null) return step;
    const before = steps.slice(0, index).findLast(({ after }) => after !== null)?.after;
    const next = steps.slice(index).find(({ after }) => after !== null)?.after;
    return before !== undefined && before === next ? { ...step, after: before } : step;
  });

interface Following {
  readonly steps: readonly Step[];
  readonly after: After;
  readonly names: LadderNames;
}

function decisionOf({ decision, direction }: LadderCall, { steps, after, names }: Following): Step[] {
  if (!decision) return [];
  const isRouted = decision.action === 'route';
  // The decision has the time of our clock, the steps after it have the time of the switch's.
  const next = steps.find((step) => step.after !== null)?.after ?? Infinity;
  const text = isRouted ? routedIn(decision, direction, names.route ?? null) : rejectedIn(decision);
  const time = Math.min(after(decision.at) ?? 0, next);
  return [{ from: SERVICE, to: SERVICE, text, tone: isRouted ? 'plain' : 'bad', after: time, band: 'all' }];
}

function rejectedIn({ reason }: Decision): string {
  if (reason === null) return 'The call is rejected.';
  const title = REJECTION_TITLES[reason];
  return `The call is rejected: ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
}

/** Where the call goes, or how long it may last, and how many destinations there are to try. */
function routedIn({ routes, max_duration_s }: Decision, direction: string, route: string | null): string {
  const destinations = routes === 1 ? '1 destination' : `${routes} destinations`;
  if (direction === 'outbound')
    return `The call may last up to ${durationOf(max_duration_s)}, with ${destinations} to try.`;
  return route === null
    ? `The call has ${destinations} to try.`
    : `The call goes to ${route}, with ${destinations} to try.`;
}

type After = (at: number | null | undefined) => number | null;

interface Placed {
  readonly lane: number;
  readonly after: After;
  readonly names: LadderNames;
}

/** Whether nothing came back. The switch states 408 then. */
const isSilent = ({ sip_code, ring_s, result }: Attempt): boolean =>
  result === 'failed' && ring_s === 0 && (sip_code === null || sip_code === NO_RESPONSE);

function stepsOf(attempt: Attempt, { lane, after, names }: Placed): Step[] {
  const { result, started_at, explanation: note } = attempt;
  const decided = { from: SERVICE, to: SERVICE, tone: 'plain', band: 'all', after: null } as const;
  const { name } = laneOf(attempt, names);
  if (result === 'skipped') return [{ ...decided, text: `${name} is left out${reasonOf(attempt)}.` }];
  const sent = { from: SERVICE, to: lane, text: 'INVITE', tone: 'plain', after: after(started_at) } as const;
  if (isSilent(attempt))
    return [
      { ...sent, tone: 'bad' },
      { ...decided, text: `${name} did not answer and was given up.`, note },
    ];
  return [
    sent,
    ...ringingOf(attempt, lane, after),
    ...(result === null ? [] : [finalOf(attempt, result, { lane, after, names })]),
  ];
}

const reasonOf = ({ sip_reason }: Attempt): string => (sip_reason === null ? '' : `: ${sip_reason}`);

function ringingOf({ sip_code, ring_s, answered_at }: Attempt, lane: number, after: After): Step[] {
  const hasRung = ring_s > 0 || (sip_code !== null && sip_code >= 180 && sip_code < 200);
  if (!hasRung) return [];
  const rangAt = answered_at === null ? null : answered_at - ring_s;
  return [{ from: lane, to: SERVICE, text: '180 Ringing', tone: 'plain', after: after(rangAt) }];
}

type Result = NonNullable<Attempt['result']>;

function finalOf(attempt: Attempt, result: Result, { lane, after }: Placed): Step {
  const { sip_code, sip_reason, answered_at, explanation: note } = attempt;
  const final = { from: lane, to: SERVICE, tone: TONES[result], after: after(answered_at), note };
  if (sip_code === null || sip_code < 200) return { ...final, text: words(result) };
  return { ...final, text: `${sip_code} ${sip_reason ?? SIP_RESPONSES[sip_code] ?? ''}`.trim() };
}

interface Parties {
  readonly caller: number;
  /** Null if the switch did not report which destination answered. */
  readonly callee: number | null;
}

/** What the caller received, how long the parties talked, and who hung up. */
function talkOf(call: LadderCall, { caller, callee }: Parties, after: After): Step[] {
  const { answered_at, ended_at = null } = call;
  const [answered, ended] = [after(answered_at), after(ended_at)];
  const answer = { from: SERVICE, to: CALLER, text: '200 OK', tone: 'good', after: answered } as const;
  const text = answered === null || ended === null ? 'Talking' : `Talking for ${durationOf(ended - answered)}`;
  const talk = { from: caller, to: callee ?? SERVICE, text, tone: 'good', after: answered, band: 'lanes' } as const;
  return [
    ...(caller === CALLER ? [answer] : []),
    talk,
    ...(ended === null ? [] : endOf(call, { caller, callee: callee ?? SERVICE }, ended)),
  ];
}

/** Ends a call of which the switch has not reported who, or which response, ended it. */
const unexplainedEnd = (after: number | null): Step => ({
  from: SERVICE,
  to: SERVICE,
  text: 'The call ends.',
  tone: 'plain',
  after,
  band: 'all',
});

/** The side that hung up says so to us, and we to the other. */
function endOf({ disconnected_by }: LadderCall, { caller, callee }: { caller: number; callee: number }, at: number) {
  const bye = (from: number, to: number): Step => ({ from, to, text: 'BYE', tone: 'plain', after: at });
  const first = { caller: bye(caller, SERVICE), callee: bye(callee, SERVICE), system: bye(SERVICE, caller) };
  const second = { caller: bye(SERVICE, callee), callee: bye(SERVICE, caller), system: bye(SERVICE, callee) };
  const by = disconnected_by as keyof typeof first | null | undefined;
  const steps: readonly Step[] = by ? [first[by], second[by]] : [unexplainedEnd(at)];
  return steps.filter(({ from, to, band }) => from !== to || band !== undefined);
}

/** The response that ended a call before it was answered. It is a fault unless the cause says otherwise. */
function refusalOf({ final_code = null, hangup_cause = null, ended_at, decision }: LadderCall, after: After): Step[] {
  if (final_code === null) return ended_at ? [unexplainedEnd(after(ended_at))] : [];
  const isRouted = !decision || decision.action === 'route';
  const isOrdinary = isRouted && hangup_cause !== null && !isFailure(hangup_cause);
  const text = `${final_code} ${SIP_RESPONSES[final_code] ?? ''}`.trim();
  return [{ from: SERVICE, to: CALLER, text, tone: isOrdinary ? 'plain' : 'bad', after: after(ended_at) }];
}
