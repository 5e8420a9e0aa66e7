import { addSeconds, type Clock, newId } from '@trunkline/kernel';
import { e164Of, isWithheld } from '../domain/caller';
import type { Rejection } from '../domain/rejection';
import type { Call, CallRequest, Leg, Outcome, Verdict } from './call';
import type { EmergencyCalls } from './emergency/emergency-calls';
import { type InboundCalls, reject } from './inbound-calls';
import type { OutboundCalls } from './outbound-calls';
import type { NumberDirectory, NumberingPlan } from './ports';
import type { Decision, DecisionLog } from './switch-ports';
import type { DecidedRoute } from './views';

/** A decision without a CDR is flagged this long after the granted time; the time of ringing is well within it. */
const REPORT_GRACE_SECONDS = 15 * 60;

/** Who loses the last place of a trunk looks again, for another trunk may be free; a call does not wait forever. */
const LOST_PLACES_MAX = 4;

export interface AnsweredRoute {
  readonly uri: string;
  readonly dstUri: string;
  readonly fromUri: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: Leg['auth'];
  readonly ringTimeoutSeconds: number;
  readonly pass: number;
  readonly targetId: string | null;
  readonly gatewayId: string | null;
  readonly carrierId: string | null;
  readonly codecs: Leg['codecs'];
  readonly dtmfMode: Leg['dtmfMode'];
}

export type RouteAnswer =
  | { readonly action: 'reject'; readonly decisionId: string; readonly code: number; readonly reason: string }
  | {
      readonly action: 'route';
      readonly decisionId: string;
      readonly routing: 'serial' | 'parallel';
      readonly maxDurationSeconds: number;
      readonly routes: readonly AnsweredRoute[];
    };

/** Decides one call: who pays for it, where it goes, how long it may last; and keeps the decision. Calls wait for it. */
export class RouteCall {
  constructor(
    private readonly emergencies: EmergencyCalls,
    private readonly numbers: NumberDirectory,
    private readonly inbound: InboundCalls,
    private readonly outbound: OutboundCalls,
    private readonly decisions: DecisionLog,
    private readonly plan: NumberingPlan,
    private readonly clock: Clock,
  ) {}

  /** Refusals are answers, not errors; what throws is a fault of ours, and the switch then answers 503. */
  async execute(request: CallRequest): Promise<RouteAnswer> {
    const call = this.describe(request);
    const emergency = await this.emergencies.decide(call);
    const number = call.called === null ? null : await this.numbers.findByE164(call.called);
    const decide = async () =>
      emergency ?? (number ? await this.inbound.decide(call, number) : await this.outbound.decide(call));
    let verdict = await decide();
    for (let tried = 1; tried < LOST_PLACES_MAX; tried++) {
      const answer = await this.keep(call, verdict);
      if (answer) return answer;
      verdict = await decide();
    }
    return (await this.keep(call, verdict)) ?? this.refuseFull(call, verdict);
  }

  /** Null when another call took the last place of the trunk since the verdict looked. */
  private async keep(call: Call, verdict: Verdict): Promise<RouteAnswer | null> {
    const decision = decisionOf(call, verdict);
    return (await this.decisions.add(decision)) ? answerOf(decision.id, verdict) : null;
  }

  private async refuseFull(call: Call, { owner }: Verdict): Promise<RouteAnswer> {
    const verdict: Verdict = { owner, outcome: reject('trunk_full') };
    const decision = decisionOf(call, verdict);
    await this.decisions.add(decision);
    return answerOf(decision.id, verdict);
  }

  private describe(request: CallRequest): Call {
    const caller = e164Of(request.from);
    return {
      request,
      at: this.clock.now(),
      caller,
      callerCountry: caller && this.plan.countryOf(caller),
      isAnonymous: isWithheld(request.from),
      called: e164Of(request.to),
    };
  }
}

function decisionOf(call: Call, { owner, outcome }: Verdict): Decision {
  const { request, at } = call;
  const decided = outcome.action === 'route' ? routed(outcome) : refused(outcome.rejection);
  const dueInSeconds = decided.maxDurationSeconds + REPORT_GRACE_SECONDS;
  return {
    ...owner,
    ...decided,
    id: newId('rd'),
    switchId: request.switchId,
    callId: request.callId,
    from: call.caller ?? request.from,
    to: call.called ?? request.to,
    sourceIp: request.sourceIp,
    createdAt: at,
    reportDueAt: addSeconds(at, dueInSeconds),
  };
}

function routed({ plan, rating, maxDurationSeconds }: Extract<Outcome, { action: 'route' }>) {
  const routes = plan.attempts.map(({ targetId, leg }) => decidedRoute(targetId, leg));
  const reject = { rejectCode: null, rejectReason: null, rejectCause: null };
  return { action: 'route', ...reject, rating, routes, maxDurationSeconds } as const;
}

function refused({ code, reason, cause }: Rejection) {
  const reject = { rejectCode: code, rejectReason: reason, rejectCause: cause };
  return { action: 'reject', ...reject, rating: null, routes: [], maxDurationSeconds: 0 } as const;
}

function decidedRoute(targetId: string | null, leg: Leg): DecidedRoute {
  const { targetKind, trunkId, gatewayId, carrierId, destination, rating } = leg;
  const peer = { trunkId, gatewayId, ...(carrierId && { carrierId }), destination, rating };
  return { targetId, targetKind, ...peer, ...(leg.auth && { hasDigest: true }) };
}

function answerOf(decisionId: string, { outcome }: Verdict): RouteAnswer {
  if (outcome.action === 'reject') {
    const { code, reason } = outcome.rejection;
    return { action: 'reject', decisionId, code, reason };
  }
  const { plan, maxDurationSeconds } = outcome;
  const routes = plan.attempts.map(({ leg, targetId, ringTimeoutSeconds, pass }) => {
    const { uri, dstUri, fromUri, headers, auth, gatewayId, carrierId = null, codecs, dtmfMode } = leg;
    const peer = { gatewayId, carrierId, codecs, dtmfMode };
    return { uri, dstUri, fromUri, headers, auth, ringTimeoutSeconds, pass, targetId, ...peer };
  });
  return { action: 'route', decisionId, routing: plan.routing, maxDurationSeconds, routes };
}
