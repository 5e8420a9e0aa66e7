import type { CallPlan } from '../../domain/calls/plan';
import type { RejectionName } from '../../domain/calls/rejection';
import { RING_TIMEOUT_DEFAULT_SECONDS } from '../../domain/profiles/routing-profile';
import type { AccountStanding } from './account-standing';
import type { Call, Leg, Outcome, Verdict } from './call';
import type { CallPrices, KnownNumber, RandomSource, Turns } from '../ports';
import type { PlanningContext, RoutePlanner } from './route-planner';
import type { ProfileState, RoutingSnapshots, TrunkState } from './ports';

type Destination =
  | { readonly kind: 'trunk'; readonly trunk: TrunkState }
  | { readonly kind: 'profile'; readonly profile: ProfileState }
  | null;

/** Calls to our own numbers, wherever they come from. */
export class InboundCalls {
  constructor(
    private readonly standings: AccountStanding,
    private readonly prices: CallPrices,
    private readonly snapshots: RoutingSnapshots,
    private readonly planner: RoutePlanner,
    private readonly turns: Turns,
    private readonly random: RandomSource,
  ) {}

  async decide(call: Call, number: KnownNumber): Promise<Verdict> {
    const { accountId, e164, numberId, numberType, country, routingProfileId, trunkId } = number;
    const owner = { accountId, e164, numberId, numberType, country, routingProfileId, sipTrunkId: trunkId };
    return { owner: { ...owner, direction: 'inbound' }, outcome: await this.outcomeOf(call, number) };
  }

  private async outcomeOf(call: Call, number: KnownNumber): Promise<Outcome> {
    // Side by side: a call waits for the slowest of them, not for their sum.
    const [standing, rating, destination] = await Promise.all([
      this.standings.of(number.accountId),
      this.prices.quote({
        direction: 'inbound',
        from: call.request.from,
        to: number.e164,
        numberType: number.numberType,
      }),
      this.destinationOf(number, call),
    ]);
    // The account before the number: numbers follow a suspended account, and 403 tells the caller not to try again.
    if (!standing.mayCall) return reject('account_not_active');
    if (number.status !== 'active') return reject('number_not_active');
    // Without a price the call could not be charged, so it is as good as unroutable.
    if (destination === null || rating === null) return reject('no_route');
    const plan = await this.planFor(destination, { call, called: number.e164, ...this.tools });
    if (plan.attempts.length === 0) return reject(isFull(destination) ? 'trunk_full' : 'no_route');
    return { action: 'route', offer: { plan, rating, direction: 'inbound', ...standing } };
  }

  private get tools(): Pick<PlanningContext, 'random' | 'turn'> {
    return { random: () => this.random.next(), turn: (profileId) => this.turns.next(profileId) };
  }

  private async destinationOf(number: KnownNumber, { at, request }: Call): Promise<Destination> {
    const { accountId, trunkId, routingProfileId } = number;
    if (routingProfileId !== null) {
      const profile = await this.snapshots.ofProfile(accountId, routingProfileId, at, request);
      return profile?.status === 'active' ? { kind: 'profile', profile } : null;
    }
    const trunk = trunkId === null ? null : await this.snapshots.ofTrunk(accountId, trunkId, at, request);
    return trunk && { kind: 'trunk', trunk };
  }

  private async planFor(destination: NonNullable<Destination>, context: PlanningContext): Promise<CallPlan<Leg>> {
    if (destination.kind === 'trunk')
      return this.planner.throughTrunk(destination.trunk, RING_TIMEOUT_DEFAULT_SECONDS, context);
    return (await this.planner.throughProfile(destination.profile, context)).plan;
  }
}

function isFull(destination: NonNullable<Destination>): boolean {
  return destination.kind === 'trunk' && destination.trunk.status === 'active' && destination.trunk.isFull;
}

export function reject(rejection: RejectionName): Outcome {
  return { action: 'reject', rejection };
}
