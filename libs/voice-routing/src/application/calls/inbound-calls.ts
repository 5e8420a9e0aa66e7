import type { LegCost } from '@trunkline/kernel';
import { hidingCaller, presentingNumber } from '../../domain/calls/leg-caller';
import type { CallPlan } from '../../domain/calls/plan';
import { PROFILE_DEFAULTS } from '../../domain/profiles/routing-profile';
import type { KnownNumber } from '../ports';
import type { AccountStanding } from './account-standing';
import { type Call, type Leg, type Outcome, type PendingOutcome, reject, type Verdict } from './call';
import { accountRule, type CallRule, firstRefusal } from './checks';
import type {
  CallPrices,
  CarrierCosts,
  ProfileState,
  RandomSource,
  RoutingSnapshots,
  TrunkState,
  Turns,
} from './ports';
import type { PlanningContext, RoutePlanner } from './route-planner';

type Destination =
  | { readonly kind: 'trunk'; readonly trunk: TrunkState }
  | { readonly kind: 'profile'; readonly profile: ProfileState };

/** Decides calls to our numbers, from any source. See docs/routing.md#inbound-calls. */
export class InboundCalls {
  /** Whether the last call had costs. Then the next one reads its carrier with the rest, without a round trip of its own. */
  private hasCosts = false;

  constructor(
    private readonly standings: AccountStanding,
    private readonly prices: CallPrices,
    private readonly snapshots: RoutingSnapshots,
    private readonly planner: RoutePlanner,
    private readonly turns: Turns,
    private readonly random: RandomSource,
  ) {}

  async decide(call: Call, number: KnownNumber): Promise<Verdict> {
    const { accountId, e164, numberId, numberType, country, routingProfileId, trunkId: sipTrunkId } = number;
    const route = { numberId, numberType, country, routingProfileId, sipTrunkId };
    const [outcome, withheldIdentity] = await Promise.all([this.outcomeOf(call, number), withheldIdentityOf(call)]);
    return { owner: { accountId, direction: 'inbound', e164, ...route, withheldIdentity }, outcome };
  }

  private async outcomeOf(call: Call, number: KnownNumber): Promise<Outcome | PendingOutcome> {
    const { accountId, e164: to, numberType } = number;
    const [standing, { price: rating, costs }, destination, isExpected, carrierId] = await Promise.all([
      this.standings.of(accountId),
      this.prices.quoteWithCosts({ accountId, direction: 'inbound', to, numberType }),
      this.destinationOf(number, call),
      this.isExpected(number, call),
      this.hasCosts ? this.carrierOf(call) : undefined,
    ]);
    const { mayCall, outbound, cover, limits } = standing;
    const refusal = await firstRefusal(call, [
      expectedRule(number, isExpected),
      // Check the account first: numbers of a suspended account are inactive too, but its 403 stops the caller's retries.
      accountRule(mayCall),
      activeRule(number),
    ]);
    if (refusal !== null) return reject(refusal);
    // A call without a price could not be charged.
    if (destination === null || rating === null)
      return reject((await firstRefusal(call, [routeRule('no_route')])) ?? 'no_route');
    const cost = await this.costOf(call, costs, carrierId);
    const planning = await this.prepare(destination, {
      accountId,
      call,
      called: to,
      outbound,
      random: () => this.random.next(),
      // A simulated call takes no turn, and asks no webhook.
      turn: call.checks ? () => Promise.resolve(1) : (profileId) => this.turns.next(profileId),
      ...(call.checks && { isSimulated: true }),
    });
    return async () => {
      const plan = await planning();
      const isReached = plan.attempts.length > 0 || plan.rest !== null;
      const unreached = isFull(destination) ? 'trunk_full' : 'no_route';
      const unrouted = await firstRefusal(call, [routeRule(isReached ? null : unreached)]);
      if (unrouted !== null) return reject(unrouted);
      const shown = withCaller(plan, call);
      return { action: 'route', offer: { plan: shown, rating, cost, direction: 'inbound', cover, limits } };
    };
  }

  /** A number that one carrier brings in is unknown to the other carriers. Calls that no carrier brings in are expected. */
  private async isExpected({ carrierId }: KnownNumber, { request: { sourceIp }, source }: Call): Promise<boolean> {
    if (carrierId === null || sourceIp === null) return true;
    const { isCarrier } = await source();
    return !isCarrier || this.snapshots.isSourceOf(carrierId, sourceIp);
  }

  /** Returns what the carrier that delivers the call charges; null if its deck has no price, or no deck is in force. */
  private async costOf(call: Call, costs: CarrierCosts, known: string | null | undefined): Promise<LegCost | null> {
    this.hasCosts = [...costs.values()].some(({ cost }) => cost !== null);
    if (!this.hasCosts) return null;
    const carrierId = known === undefined ? await this.carrierOf(call) : known;
    return (carrierId !== null && costs.get(carrierId)?.cost) || null;
  }

  /** Returns the carrier that delivers the call; null for calls of anyone else. */
  private async carrierOf({ request: { authUser, sourceIp } }: Call): Promise<string | null> {
    return authUser !== null || sourceIp === null ? null : this.snapshots.carrierOf(sourceIp);
  }

  private async destinationOf(number: KnownNumber, { at, request }: Call): Promise<Destination | null> {
    const { accountId, trunkId, routingProfileId } = number;
    if (routingProfileId !== null) {
      const profile = await this.snapshots.ofProfile(accountId, routingProfileId, at, request);
      return profile?.status === 'active' ? { kind: 'profile', profile } : null;
    }
    const trunk = trunkId === null ? null : await this.snapshots.ofTrunk(accountId, trunkId, at, request);
    return trunk && { kind: 'trunk', trunk };
  }

  private async prepare(destination: Destination, context: PlanningContext): Promise<() => Promise<CallPlan<Leg>>> {
    if (destination.kind === 'trunk')
      return () => this.planner.throughTrunk(destination.trunk, PROFILE_DEFAULTS.ringTimeoutSeconds, context);
    const planning = await this.planner.prepare(destination.profile, context);
    return async () => (await planning()).plan;
  }
}

function isFull(destination: Destination): boolean {
  return destination.kind === 'trunk' && destination.trunk.status === 'active' && destination.trunk.isFull;
}

/** The identity that a trusted peer knows of a caller that withholds it. Other calls do not read their source for it. */
async function withheldIdentityOf({ isAnonymous, fromNumber, request, source }: Call): Promise<string | null> {
  const identity = request.assertedIdentity ?? fromNumber?.e164 ?? null;
  if (!isAnonymous || identity === null) return null;
  const { isCarrier, trunks } = await source();
  return isCarrier || trunks.length > 0 ? identity : null;
}

/** Hides or presents the number of the caller where a leg would show its From. Legs over carriers show it already. */
export function withCaller<P extends CallPlan<Leg>>(
  plan: P,
  { isAnonymous, presented, request }: Pick<Call, 'isAnonymous' | 'presented' | 'request'>,
): P {
  if (!isAnonymous && presented === null) return plan;
  const shown = (leg: Leg) => (presented === null ? hidingCaller(leg) : presentingNumber(leg, request.from, presented));
  return { ...plan, attempts: plan.attempts.map((attempt) => ({ ...attempt, leg: shown(attempt.leg) })) };
}

function expectedRule({ e164 }: KnownNumber, isExpected: boolean): CallRule {
  return {
    check: 'number_known',
    refusal: () => (isExpected ? null : 'number_unknown'),
    detail: () =>
      `${e164} ${isExpected ? 'is' : 'comes in over another carrier, so that it is not'} a number of the service.`,
  };
}

function activeRule({ e164, status }: KnownNumber): CallRule {
  return {
    check: 'number_active',
    refusal: () => (status === 'active' ? null : 'number_not_active'),
    detail: () => `${e164} is ${status}.`,
  };
}

function routeRule(refusal: 'no_route' | 'trunk_full' | null): CallRule {
  return {
    check: 'route',
    refusal: () => refusal,
    detail: () => `The route of the number leads ${refusal === null ? 'to a target' : 'nowhere'}.`,
  };
}
