import { type Clock, CommonErrors, invalidFields } from '@trunkline/kernel';
import { e164Of, isWithheld } from '../../domain/calls/caller';
import type { Attempt } from '../../domain/calls/plan';
import { seeded } from '../../domain/calls/random';
import type { Strategy } from '../../domain/profiles/routing-profile';
import { affordable } from '../calls/affordable';
import type { Call, Leg, SkippedTarget } from '../calls/call';
import type { CallFunds } from '../live-calls/ports';
import type { CallPrices, NumberDirectory, NumberingPlan } from '../ports';
import { type PlannedCall, type RoutePlanner, skip } from '../calls/route-planner';
import type { RoutingSnapshots } from '../calls/ports';
import type { RateQuote } from '../views';

export interface SimulationRequest {
  readonly accountId: string;
  readonly profileId: string;
  readonly from: string;
  /** A number of the account; null leaves price and number conditions out of it. */
  readonly to: string | null;
  readonly at: Date | null;
  /** The same seed draws the same lots; for round robin it is the turn. */
  readonly seed: number | null;
}

export interface Simulation {
  readonly strategy: Strategy;
  readonly attempts: readonly Attempt<Leg>[];
  readonly skipped: readonly SkippedTarget[];
  readonly maxDurationSeconds: number;
  /** Of the call as its first attempt would be charged; null when there is no price. */
  readonly estimatedRateMicrocents: number | null;
}

interface Money {
  readonly numberType: string;
  readonly availableCents: number;
}

/** What a call would do at a moment, without a call: no turn is taken, nothing is kept. */
export class SimulateProfile {
  constructor(
    private readonly snapshots: RoutingSnapshots,
    private readonly planner: RoutePlanner,
    private readonly numbers: NumberDirectory,
    private readonly prices: CallPrices,
    private readonly funds: CallFunds,
    private readonly plan: NumberingPlan,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`, and `invalid_input` for a number that is not the account's. */
  async execute(request: SimulationRequest): Promise<Simulation> {
    const call = this.describe(request);
    const profile = await this.snapshots.ofProfile(request.accountId, request.profileId, call.at);
    if (!profile) throw CommonErrors.not_found();
    const { numberType, availableCents } = await this.moneyOf(request);
    const seed = request.seed ?? call.at.getTime();
    const turn = () => Promise.resolve(Math.abs(seed) + 1);
    const planned = await this.planner.throughProfile(profile, {
      call,
      called: call.called ?? '',
      random: seeded(seed),
      turn,
    });
    const { from, to } = call.request;
    const rating = await this.prices.quote({ direction: 'inbound', from, to, numberType });
    const priced = rating ? this.within(planned, rating, availableCents) : unpriced(planned);
    return { strategy: profile.strategy, ...priced };
  }

  private within(
    { plan, skipped }: PlannedCall,
    rating: RateQuote,
    availableCents: number,
  ): Omit<Simulation, 'strategy'> {
    const within = affordable(plan, this.prices, { rating, availableCents, wantedSeconds: Infinity });
    const { attempts } = within.plan;
    const dropped = within.unaffordable.map((id) => skip(id, 'insufficient_balance'));
    const forward = attempts[0]?.leg.rating?.ratePerMinuteMicrocents ?? 0;
    return {
      attempts,
      skipped: [...skipped, ...dropped],
      maxDurationSeconds: within.maxDurationSeconds,
      estimatedRateMicrocents: rating.ratePerMinuteMicrocents + forward,
    };
  }

  private describe({ from, to, at }: SimulationRequest): Call {
    const caller = e164Of(from);
    return {
      request: { switchId: '', callId: '', from, to: to ?? '', sourceIp: null, authUser: null, isExtending: false },
      at: at ?? this.clock.now(),
      caller,
      callerCountry: caller && this.plan.countryOf(caller),
      isAnonymous: isWithheld(from),
      called: to,
    };
  }

  private async moneyOf({ accountId, to }: SimulationRequest): Promise<Money> {
    const number = to === null ? null : await this.numbers.findByE164(to);
    if (to !== null && number?.accountId !== accountId) throw invalidFields({ to: 'is not a number of this account' });
    const { availableCents } = await this.funds.funding(accountId);
    // Without a number the ordinary kind stands for it.
    return { numberType: number?.numberType ?? 'geographic', availableCents };
  }
}

function unpriced({ plan, skipped }: PlannedCall): Omit<Simulation, 'strategy'> {
  return { attempts: plan.attempts, skipped, maxDurationSeconds: 0, estimatedRateMicrocents: null };
}
