import type { CallAttempt, CdrAttempt } from '@trunkline/client';
import { isFailure } from './results';

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
  readonly decision?: { readonly action: string; readonly routes: number; readonly at: number } | null;
  readonly disconnected_by?: string | null;
  readonly attempts: readonly Attempt[];
}

export type Tone = 'plain' | 'good' | 'bad';

export interface Step {
  /** Lanes by index, from the left. A step within one lane states what happens there. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly tone: Tone;
  /** Seconds after the call setup; null if the switch did not report it. */
  readonly after: number | null;
}

export interface Ladder {
  readonly lanes: readonly string[];
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
export const SERVICE = 1;
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  480: 'Temporarily Unavailable',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  603: 'Decline',
};

/** Where an attempt led. */
export function placeOf({ leg, destination, address, target_kind }: Attempt): string {
  const place = destination ?? address;
  if (leg === 'agent') return place === null ? 'Your trunk' : `Your trunk, ${place}`;
  return place ?? (target_kind === null ? 'Unknown' : target_kind.replaceAll('_', ' '));
}

/** Lays out the messages between caller, this service and each destination, in the order of the attempts. */
export function ladderOf(call: LadderCall): Ladder {
  const tried = call.attempts.filter(({ result }) => result !== 'skipped');
  const places = [...new Set(tried.map(placeOf))];
  const isDialled = tried.some(({ leg }) => leg === 'agent');
  const after = (at: number | null | undefined) => (at ? Math.max(0, at - call.started_at) : null);
  const steps = tried.flatMap((attempt) => stepsOf(attempt, SERVICE + 1 + places.indexOf(placeOf(attempt)), after));
  const caller = isDialled ? 'Your request' : 'Caller';
  return {
    lanes: [caller, 'Trunkline', ...places],
    steps: [
      { from: CALLER, to: SERVICE, text: isDialled ? 'Place a call' : 'INVITE', tone: 'plain', after: 0 },
      ...decisionOf(call, steps, after),
      ...steps,
      ...endOf(call, isDialled, after),
    ],
  };
}

function decisionOf({ decision }: LadderCall, following: readonly Step[], after: After): Step[] {
  if (!decision) return [];
  const { action, routes, at } = decision;
  const isRouted = action === 'route';
  // The decision has the time of our clock, the steps after it have the time of the switch's.
  const next = following.find((step) => step.after !== null)?.after ?? Infinity;
  const text = isRouted ? `Decision: ${routes} ${routes === 1 ? 'route' : 'routes'}` : 'Decision: reject';
  return [
    { from: SERVICE, to: SERVICE, text, tone: isRouted ? 'plain' : 'bad', after: Math.min(after(at) ?? 0, next) },
  ];
}

type After = (at: number | null | undefined) => number | null;

function stepsOf(attempt: Attempt, lane: number, after: After): Step[] {
  const { sip_code, ring_s, result, started_at, answered_at } = attempt;
  const sent = { from: SERVICE, to: lane, text: 'INVITE', tone: 'plain', after: after(started_at) } as const;
  const hasRung = ring_s > 0 || (sip_code !== null && sip_code >= 180 && sip_code < 200);
  const ringing = { from: lane, to: SERVICE, text: '180 Ringing', tone: 'plain', after: null } as const;
  return [
    sent,
    ...(hasRung ? [ringing] : []),
    ...(result === null ? [] : [finalOf(attempt, result, lane, after(answered_at))]),
  ];
}

type Result = NonNullable<Attempt['result']>;

function finalOf({ sip_code, sip_reason }: Attempt, result: Result, lane: number, after: number | null): Step {
  const tone = TONES[result];
  if (sip_code === null || sip_code < 200)
    return { from: lane, to: lane, text: result === 'answered' ? 'Answered' : 'No response', tone, after };
  const reason = sip_reason ?? REASONS[sip_code] ?? '';
  return { from: lane, to: SERVICE, text: `${sip_code} ${reason}`.trim(), tone, after };
}

/** What the caller received, and how long the parties talked. */
function endOf(call: LadderCall, isDialled: boolean, after: After): Step[] {
  const { answered_at, ended_at = null } = call;
  if (answered_at === null) return isDialled ? [] : refusalOf(call, after);
  const answer = { from: SERVICE, to: CALLER, text: '200 OK', tone: 'good', after: after(answered_at) } as const;
  const talk = { from: SERVICE, to: SERVICE, text: 'Talking', tone: 'good', after: after(answered_at) } as const;
  const by = call.disconnected_by ? ` by ${call.disconnected_by}` : '';
  const bye = { from: SERVICE, to: SERVICE, text: `Ended${by}`, tone: 'plain', after: after(ended_at) } as const;
  return [...(isDialled ? [] : [answer]), talk, ...(ended_at === null ? [] : [bye])];
}

/** The response that ended a call before it was answered. It is a fault unless the cause says otherwise. */
function refusalOf({ final_code = null, hangup_cause = null, ended_at, decision }: LadderCall, after: After): Step[] {
  if (final_code === null) return [];
  const isRouted = !decision || decision.action === 'route';
  const isOrdinary = isRouted && hangup_cause !== null && !isFailure(hangup_cause);
  const text = `${final_code} ${REASONS[final_code] ?? ''}`.trim();
  return [{ from: SERVICE, to: CALLER, text, tone: isOrdinary ? 'plain' : 'bad', after: after(ended_at) }];
}
