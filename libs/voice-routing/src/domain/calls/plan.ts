import { type Random, weightedShuffle } from './random';
import type { Strategy } from '../profiles/routing-profile';

/** Limits of one call, whatever the profile asks for. See docs/routing.md#limits. */
export const ATTEMPTS_MAX = 30;
export const RINGING_MAX_SECONDS = 180;
/** The minimum of `ring_timeout_s`. */
const RINGING_MIN_SECONDS = 5;

export interface GatewayRank {
  readonly priority: number;
  readonly weight: number;
  readonly isDown: boolean;
}

/**
 * Orders gateways by ascending priority, and by a weighted shuffle within a priority. Gateways marked down move to the end
 * and stay in the list, since a probe may be wrong.
 */
export function orderGateways<G extends GatewayRank>(gateways: readonly G[], random: Random): G[] {
  const priorities = [...new Set(gateways.map(({ priority }) => priority))].sort((a, b) => a - b);
  const ranked = priorities.flatMap((priority) =>
    weightedShuffle(
      gateways.filter((gateway) => gateway.priority === priority),
      ({ weight }) => weight,
      random,
    ),
  );
  return [...ranked.filter(({ isDown }) => !isDown), ...ranked.filter(({ isDown }) => isDown)];
}

/** A target whose conditions hold for the call, with its legs in the order to try them. */
export interface Candidate<Leg> {
  /** Null for a number that is routed to a trunk without a profile. */
  readonly targetId: string | null;
  readonly weight: number;
  readonly legs: readonly Leg[];
  /** So many of the first legs lead to different phones, which may ring together. Default: 1. */
  readonly forks?: number;
  /** A webhook that is asked when the plan reaches it: its legs are not known before. */
  readonly isAsked?: boolean;
}

export interface PlanRequest<C> {
  readonly strategy: Strategy;
  readonly ringTimeoutSeconds: number;
  readonly maxRetries: number;
  /** By position, then age. */
  readonly candidates: readonly C[];
  /** Round robin only: 1, 2, 3, … for the calls of this profile. */
  readonly turn: number;
  readonly random: Random;
}

export interface Attempt<Leg> {
  /** Counts from 1. */
  readonly order: number;
  readonly targetId: string | null;
  readonly leg: Leg;
  readonly ringTimeoutSeconds: number;
  /** 0 for the first pass. A later pass begins only when every earlier attempt failed for technical reasons. */
  readonly pass: number;
  /** Attempts of one group ring at the same time; null: in sequence. */
  readonly parallelGroup: number | null;
}

export interface CallPlan<Leg> {
  readonly routing: 'serial' | 'parallel';
  readonly attempts: readonly Attempt<Leg>[];
  /** Targets beyond the ringing or attempt limit. */
  readonly unreached: readonly string[];
  /** What follows when every attempt has failed; null: nothing. */
  readonly rest: PlanRest | null;
}

/** The part of a plan that begins with a webhook. */
export interface PlanRest {
  readonly strategy: Strategy;
  readonly ringTimeoutSeconds: number;
  readonly maxRetries: number;
  /** All targets of the plan, in the order in which it tries them. */
  readonly order: readonly string[];
  /** Index of the webhook in `order`. */
  readonly next: number;
}

/** What the routes that a call has been given leave to the rest of its plan. */
export interface PlanUsed {
  readonly attempts: number;
  /** Each target uses its ringing time once. */
  readonly targets: number;
}

const NOTHING_USED: PlanUsed = { attempts: 0, targets: 0 };

/** Plans which legs to try, in what order and for how long. Pure. */
export function planCall<Leg>(request: PlanRequest<Candidate<Leg>>): CallPlan<Leg> {
  const ordered = orderCandidates(request).filter(({ legs, isAsked }) => legs.length > 0 || isAsked);
  const { strategy, ringTimeoutSeconds, maxRetries } = request;
  const next = ordered.findIndex(({ isAsked }) => isAsked);
  const settings = { strategy, ringTimeoutSeconds, maxRetries };
  if (next === -1) return planInOrder({ ...settings, candidates: ordered, earlier: [] }, NOTHING_USED);
  const rest = { ...settings, order: ordered.flatMap(targetIds), next };
  // A webhook among targets that ring together is asked before they ring.
  const before = strategy === 'simultaneous_ring' ? [] : ordered.slice(0, next);
  return { ...planInOrder({ ...settings, maxRetries: 0, candidates: before, earlier: [] }, NOTHING_USED), rest };
}

/** Plans which of these legs to try, in their order, of a call without a routing profile. Pure. */
export function planLegs<Leg>(legs: readonly Leg[], ringTimeoutSeconds: number): CallPlan<Leg> {
  const candidates = [{ targetId: null, weight: 0, legs }];
  const settings = { strategy: 'failover', ringTimeoutSeconds, maxRetries: 0 } as const;
  return planInOrder({ ...settings, candidates, earlier: [] }, NOTHING_USED);
}

/** A part of a plan, whose order is fixed. */
export interface OrderedRequest<Leg> extends Pick<PlanRest, 'strategy' | 'ringTimeoutSeconds' | 'maxRetries'> {
  readonly candidates: readonly Candidate<Leg>[];
  /** Candidates that the call has tried in its first pass; later passes try them again. */
  readonly earlier: readonly Candidate<Leg>[];
}

/** Plans the part after the routes that the call has been given, without a webhook. Pure. */
export function planInOrder<Leg>(request: OrderedRequest<Leg>, used: PlanUsed): CallPlan<Leg> {
  const reachable = { ...request, candidates: request.candidates.filter(({ legs }) => legs.length > 0) };
  return request.strategy === 'simultaneous_ring' ? ringTogether(reachable) : tryInTurn(reachable, used);
}

function orderCandidates<Leg>(request: PlanRequest<Candidate<Leg>>): readonly Candidate<Leg>[] {
  const { strategy, candidates, turn, random } = request;
  if (strategy === 'weighted_lb') return weightedShuffle(candidates, ({ weight }) => weight, random);
  if (strategy !== 'round_robin' || candidates.length === 0) return candidates;
  const start = (turn - 1) % candidates.length;
  return [...candidates.slice(start), ...candidates.slice(0, start)];
}

/** Forks to the phones of each target, or else to its best leg: two gateways would ring the same phone twice. */
function ringTogether<Leg>({ candidates, ...request }: OrderedRequest<Leg>): CallPlan<Leg> {
  const forks = candidates.flatMap((candidate) =>
    candidate.legs.slice(0, Math.max(1, candidate.forks ?? 1)).map((leg) => ({ candidate, leg })),
  );
  const reached = forks.slice(0, ATTEMPTS_MAX);
  const attempts = reached.map(({ candidate, leg }, index) => ({
    order: index + 1,
    targetId: candidate.targetId,
    leg,
    ringTimeoutSeconds: request.ringTimeoutSeconds,
    pass: 0,
    parallelGroup: 1,
  }));
  const unreached = candidates.filter((candidate) => !reached.some((each) => each.candidate === candidate));
  return { routing: 'parallel', attempts, unreached: unreached.flatMap(targetIds), rest: null };
}

/**
 * A ring timeout proceeds to the next target, never to another gateway of the same target, so a target uses its ringing
 * time once. A later pass follows only when nothing rang, so the passes share one allowance.
 */
function tryInTurn<Leg>({ candidates, earlier, ...request }: OrderedRequest<Leg>, used: PlanUsed): CallPlan<Leg> {
  let left = RINGING_MAX_SECONDS - used.targets * request.ringTimeoutSeconds;
  const unreached: string[] = [];
  const pass: Omit<Attempt<Leg>, 'order' | 'pass'>[] = [];
  for (const candidate of candidates) {
    const seconds = Math.min(request.ringTimeoutSeconds, left);
    if (seconds < RINGING_MIN_SECONDS) unreached.push(...targetIds(candidate));
    else pass.push(...candidate.legs.map((leg) => attemptOf(candidate, leg, seconds)));
    left -= seconds < RINGING_MIN_SECONDS ? 0 : seconds;
  }
  const again = earlier.flatMap((each) => each.legs.map((leg) => attemptOf(each, leg, request.ringTimeoutSeconds)));
  const passes = Array.from({ length: request.maxRetries + 1 }, (_, number) =>
    (number === 0 ? pass : [...again, ...pass]).map((attempt) => ({ ...attempt, pass: number })),
  );
  const attempts = passes.flat().slice(0, Math.max(0, ATTEMPTS_MAX - used.attempts));
  return {
    routing: 'serial',
    attempts: attempts.map((attempt, index) => ({ ...attempt, order: used.attempts + index + 1 })),
    unreached,
    rest: null,
  };
}

function attemptOf<Leg>({ targetId }: Candidate<Leg>, leg: Leg, ringTimeoutSeconds: number) {
  return { targetId, leg, ringTimeoutSeconds, parallelGroup: null };
}

function targetIds({ targetId }: { readonly targetId: string | null }): string[] {
  return targetId === null ? [] : [targetId];
}
