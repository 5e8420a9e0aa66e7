import {
  type Clock,
  CommonErrors,
  dialledNumberOf,
  invalidFields,
  isWithheld,
  type OutboundTerms,
  type RateQuote,
  readNumber,
} from '@trunkline/kernel';
import type { Attempt } from '../../domain/calls/plan';
import { seeded } from '../../domain/calls/random';
import type { Strategy } from '../../domain/profiles/routing-profile';
import { fundPlan } from '../calls/call-grant';
import { type Leg, NO_CLAIMS, type SkippedTarget } from '../calls/call';
import type { AccountStanding } from '../calls/account-standing';
import type { NumberDirectory } from '../ports';
import { type PlannedCall, type PlanningContext, type RoutePlanner, skip } from '../calls/route-planner';
import type { CallPrices, RoutingSnapshots } from '../calls/ports';

export interface SimulationRequest {
  readonly accountId: string;
  readonly profileId: string;
  readonly from: string;
  /** A number of the account; null simulates the call without the price and conditions of a number. */
  readonly to: string | null;
  readonly at: Date | null;
  /** Makes random choices repeatable; for round robin it is the turn. */
  readonly seed: number | null;
}

export interface Simulation {
  readonly strategy: Strategy;
  readonly attempts: readonly Attempt<Leg>[];
  readonly skipped: readonly SkippedTarget[];
  readonly maxDurationSeconds: number;
  /** The rate if the first attempt answers; null when the call has no price. */
  readonly estimatedRateMicrocents: number | null;
}

interface Money {
  readonly numberType: string;
  readonly availableCents: number;
  readonly outbound: OutboundTerms;
}

const NO_SWITCH = { switchId: '', node: '', callId: '', sourceIp: null, authUser: null, isExtending: false } as const;

/** Simulates how a call would be routed at a given time. Takes no turn and stores nothing. */
export class SimulateProfile {
  constructor(
    private readonly snapshots: RoutingSnapshots,
    private readonly planner: RoutePlanner,
    private readonly numbers: NumberDirectory,
    private readonly prices: CallPrices,
    private readonly standings: AccountStanding,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`, and `invalid_input` for a number that is not the account's. */
  async simulate(request: SimulationRequest): Promise<Simulation> {
    const call = this.describe(request);
    const profile = await this.snapshots.ofProfile(request.accountId, request.profileId, call.at);
    if (!profile) throw CommonErrors.not_found();
    const { numberType, availableCents, outbound } = await this.moneyOf(request);
    const seed = request.seed ?? call.at.getTime();
    const turn = () => Promise.resolve(Math.abs(seed) + 1);
    const { accountId } = request;
    const planned = await this.planner.throughProfile(profile, {
      accountId,
      call,
      called: call.called ?? '',
      outbound,
      random: seeded(seed),
      turn,
      isSimulated: true,
    });
    const rating = await this.prices.quote({ accountId, direction: 'inbound', to: call.called ?? '', numberType });
    const priced = rating ? this.priced(planned, rating, availableCents) : unpriced(planned);
    return { strategy: profile.strategy, ...priced };
  }

  private priced(
    { plan, skipped }: PlannedCall,
    rating: RateQuote,
    availableCents: number,
  ): Omit<Simulation, 'strategy'> {
    const funded = fundPlan(plan, this.prices, {
      rating,
      availableCents,
      forwardCents: Infinity,
      maxSeconds: Infinity,
    });
    const { attempts } = funded.plan;
    const dropped = funded.unaffordable.map((id) => skip(id, 'insufficient_balance'));
    const forward = attempts[0]?.leg.rating?.ratePerMinuteMicrocents ?? 0;
    return {
      attempts,
      skipped: [...skipped, ...dropped],
      maxDurationSeconds: funded.maxDurationSeconds,
      estimatedRateMicrocents: rating.ratePerMinuteMicrocents + forward,
    };
  }

  /** Reads the caller as a carrier's. */
  private describe({ from, to, at }: SimulationRequest): PlanningContext['call'] {
    const fromNumber = readNumber(dialledNumberOf(from), null);
    const isAnonymous = isWithheld(from);
    const caller = isAnonymous ? null : fromNumber;
    return {
      request: { ...NO_CLAIMS, ...NO_SWITCH, from, to: to ?? '' },
      at: at ?? this.clock.now(),
      caller: caller?.e164 ?? null,
      callerCountry: caller?.country ?? null,
      isAnonymous,
      fromNumber,
      asserted: null,
      presented: null,
      called: to,
    };
  }

  private async moneyOf({ accountId, to }: SimulationRequest): Promise<Money> {
    const number = to === null ? null : await this.numbers.findByE164(to);
    if (to !== null && number?.accountId !== accountId) throw invalidFields({ to: 'must be a number of this account' });
    const { cover, outbound } = await this.standings.of(accountId);
    // Without a number the call is priced as one to a geographic number.
    return { numberType: number?.numberType ?? 'geographic', availableCents: cover.availableCents, outbound };
  }
}

function unpriced({ plan, skipped }: PlannedCall): Omit<Simulation, 'strategy'> {
  return { attempts: plan.attempts, skipped, maxDurationSeconds: 0, estimatedRateMicrocents: null };
}
