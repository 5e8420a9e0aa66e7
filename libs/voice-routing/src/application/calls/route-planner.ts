import { canonicalNumber, type OutboundTerms } from '@trunkline/kernel';
import { type CallPlan, type Candidate, planCall, planLegs } from '../../domain/calls/plan';
import type { Random } from '../../domain/calls/random';
import { failingCondition } from '../../domain/profiles/condition-match';
import { type CarrierLegs, usableCarriers } from '../carriers/carrier-legs';
import type { OutboundRules } from '../outbound/outbound-rules';
import type { Call, Leg, SkippedTarget, SkipReason } from './call';
import type { ForwardLoops } from './forward-loops';
import type { CallPrices, ProfileState, RoutingSnapshots, TargetState, TrunkState } from './ports';
import type { TrunkLegs } from '../trunks/trunk-legs';
import type { WebrtcLegs } from '../webrtc/webrtc-legs';

export interface PlannedCall {
  readonly plan: CallPlan<Leg>;
  readonly skipped: readonly SkippedTarget[];
}

export interface PlanningContext {
  /** The account that owns the profile and pays. */
  readonly accountId: string;
  readonly call: Omit<Call, 'source' | 'calledCountry'>;
  /** E.164 of the number called. */
  readonly called: string;
  /** What decides where the account may forward. */
  readonly outbound: OutboundTerms;
  readonly random: Random;
  /** Takes the profile's next turn; called only for round robin. */
  readonly turn: (profileId: string) => Promise<number>;
  /** A simulation shows webhooks as attempts, since it does not ask them. */
  readonly isSimulated?: boolean;
}

export type Evaluated = { readonly candidate: Candidate<Leg> } | { readonly skipped: SkippedTarget };

/** Plans the legs of a call from a profile's targets, their conditions and the state of their gateways. */
export class RoutePlanner {
  constructor(
    private readonly legs: TrunkLegs,
    private readonly webrtcLegs: WebrtcLegs,
    private readonly carrierLegs: CarrierLegs,
    private readonly snapshots: RoutingSnapshots,
    private readonly prices: CallPrices,
    private readonly loops: ForwardLoops,
    private readonly rules: OutboundRules,
  ) {}

  async throughProfile(profile: ProfileState, context: PlanningContext): Promise<PlannedCall> {
    return (await this.prepare(profile, context))();
  }

  /**
   * Reads the state that the profile's forwards depend on. The returned function plans the call. It resolves host names of
   * gateways: call it without a database connection.
   */
  async prepare(profile: ProfileState, context: PlanningContext): Promise<() => Promise<PlannedCall>> {
    const targets = await Promise.all(profile.targets.map((target) => this.evaluate(target, context)));
    return async () => {
      const evaluated = await Promise.all(targets.map(async (each) => (typeof each === 'function' ? each() : each)));
      return this.plan(profile, evaluated, context);
    };
  }

  /** Plans the call to a number that is routed to a trunk without a profile: over its gateways in order. */
  async throughTrunk(
    trunk: TrunkState | null,
    ringTimeoutSeconds: number,
    context: PlanningContext,
  ): Promise<CallPlan<Leg>> {
    const { called, random } = context;
    const legs = await this.legs.toTrunk(trunk, called, random);
    return planLegs(typeof legs === 'string' ? [] : legs, ringTimeoutSeconds);
  }

  private async plan(
    profile: ProfileState,
    evaluated: readonly Evaluated[],
    context: PlanningContext,
  ): Promise<PlannedCall> {
    const candidates = evaluated.flatMap((each) => ('candidate' in each ? [each.candidate] : []));
    const skipped = evaluated.flatMap((each) => ('skipped' in each ? [each.skipped] : []));
    const needsTurn = profile.strategy === 'round_robin' && candidates.length > 1;
    const turn = needsTurn ? await context.turn(profile.id) : 1;
    const plan = planCall({ ...profile, candidates, turn, random: context.random });
    return { plan, skipped: [...skipped, ...plan.unreached.map((id) => skip(id, 'ringing_limit'))] };
  }

  /** Evaluates one target; a function resolves host names, without a database connection. */
  async evaluate(target: TargetState, context: PlanningContext): Promise<Evaluated | (() => Promise<Evaluated>)> {
    if (!target.enabled) return { skipped: skip(target.id, 'disabled') };
    const condition = failingCondition(target.conditions, context.call);
    if (condition !== null) return { skipped: skip(target.id, 'conditions', condition) };
    if (target.kind === 'sip_trunk')
      return async () => over(target, await this.legs.toTrunk(target.trunk, context.called, context.random));
    if (target.kind === 'pstn_forward' && target.pstnForwardE164 !== null)
      return over(target, await this.forward(target.pstnForwardE164, context));
    if (target.kind === 'webrtc_user')
      return async () => over(target, await this.webrtcLegs.toUser(target.webrtcUser, context.called));
    return { candidate: askedCandidate(target, context) };
  }

  /** Returns the legs to a number over carriers, or the reason why there are none. */
  async forward(
    destination: string,
    { accountId, call, called, outbound, random }: PlanningContext,
  ): Promise<readonly Leg[] | SkipReason> {
    // Destinations that were stored before they had to be canonical are not priced as they are spelled.
    const number = canonicalNumber(destination);
    if (number === null) return 'no_rate';
    const { e164 } = number;
    const carriers = await this.snapshots.carriers(e164, call.at, call.request);
    const free = usableCarriers(carriers, new Map());
    if (typeof free === 'string') return skipOf(free);
    if (await this.loops.isLoop(called, e164)) return 'forward_loop';
    const leg = { direction: 'outbound', to: e164, numberType: null } as const;
    const { price: rating, costs } = await this.prices.quoteWithCosts({ accountId, ...leg });
    const refusal = await this.rules.refusal(accountId, outbound, number, rating);
    if (refusal !== null) return refusal === 'destination_not_allowed' ? 'no_rate' : refusal;
    const usable = usableCarriers(carriers, costs);
    if (typeof usable === 'string') return skipOf(usable);
    const legs = this.carrierLegs.toNetwork(
      usable,
      {
        called: e164,
        costs,
        callerId: call.isAnonymous ? called : call.caller,
        isWithheld: call.isAnonymous,
        trunk: null,
      },
      random,
    );
    return legs.map((leg) => ({ ...leg, rating }));
  }
}

export function skip(targetId: string, reason: SkipReason, condition: string | null = null): SkippedTarget {
  return { targetId, reason, condition };
}

/** A simulation does not reveal to customers what calls cost. */
function skipOf(reason: Extract<ReturnType<typeof usableCarriers>, string>): SkipReason {
  return reason === 'no_carrier_at_price' ? 'no_carrier' : reason;
}

/** A webhook has no leg until it is asked; a simulation shows its URL. */
function askedCandidate(
  { id: targetId, weight, webhookUrl }: TargetState,
  { isSimulated }: PlanningContext,
): Candidate<Leg> {
  return isSimulated
    ? { targetId, weight, legs: [urlLeg(targetId, webhookUrl ?? '')] }
    : { targetId, weight, legs: [], isAsked: true };
}

function urlLeg(targetId: string, url: string): Leg {
  return {
    targetId,
    targetKind: 'webhook',
    trunkId: null,
    gatewayId: null,
    destination: url,
    rating: null,
    uri: url,
    dstUri: url,
    fromUri: null,
    headers: {},
    auth: null,
    path: null,
    contactId: null,
    media: 'rtp',
    codecs: [],
    dtmfMode: 'rfc4733',
  };
}

function over({ id: targetId, kind: targetKind, weight }: TargetState, legs: readonly Leg[] | SkipReason): Evaluated {
  if (typeof legs === 'string') return { skipped: skip(targetId, legs) };
  const forks = legs.filter(({ contactId }) => contactId !== null).length;
  return { candidate: { targetId, weight, forks, legs: legs.map((leg) => ({ ...leg, targetId, targetKind })) } };
}
