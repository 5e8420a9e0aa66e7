import { type CallPlan, type Candidate, planInOrder, type PlanRest, type PlanUsed } from '../../domain/calls/plan';
import type { Destination } from '../../domain/webhook-answer';
import type { Leg, SkipReason } from '../calls/call';
import type { ProfileState, RandomSource, RoutingSnapshots, TargetState } from '../calls/ports';
import { type Evaluated, type PlanningContext, type RoutePlanner } from '../calls/route-planner';
import type { TrunkLegs } from '../trunks/trunk-legs';
import type { WebrtcLegs } from '../webrtc/webrtc-legs';

export interface RestRequest {
  readonly accountId: string;
  readonly rest: PlanRest;
  /** In its current state; null when it is not active any more. */
  readonly profile: ProfileState | null;
  /** The destinations of the webhooks that forward, by target; webhooks that failed are absent. */
  readonly destinations: ReadonlyMap<string, Destination>;
  /** Targets whose webhooks have been asked. */
  readonly asked: ReadonlySet<string>;
  readonly used: PlanUsed;
}

export interface PlannedRest {
  readonly plan: CallPlan<Leg>;
  /** Why the destinations of webhooks cannot be reached, by target. */
  readonly unreachable: ReadonlyMap<string, SkipReason>;
}

type Pending = Evaluated | (() => Promise<Evaluated>);

/** Plans the routes that follow a webhook, up to the next one. */
export class RestPlanner {
  constructor(
    private readonly planner: RoutePlanner,
    private readonly trunkLegs: TrunkLegs,
    private readonly webrtcLegs: WebrtcLegs,
    private readonly snapshots: RoutingSnapshots,
    private readonly random: RandomSource,
  ) {}

  /**
   * Reads the state of the targets. The returned function plans the call. It resolves host names of gateways: call it
   * without a database connection.
   */
  async prepare(
    request: RestRequest,
    { call, called, outbound }: Pick<PlanningContext, 'call' | 'called' | 'outbound'>,
  ): Promise<() => Promise<PlannedRest>> {
    // The order of the targets is fixed, so no turn is taken.
    const { accountId, rest, profile, asked } = request;
    const turn = () => Promise.resolve(1);
    const context = { accountId, call, called, outbound, random: () => this.random.next(), turn };
    const targets = new Map((profile?.targets ?? []).map((target) => [target.id, target]));
    const { again, ids, next } = partOf(rest, (id) => targets.get(id)?.kind === 'webhook' && !asked.has(id));
    const evaluate = (ids: readonly string[]) =>
      Promise.all(ids.map((id) => this.evaluate(targets.get(id), request, context)));
    const [earlier, part] = await Promise.all([evaluate(again), evaluate(ids)]);
    return async () => {
      const resolved = await Promise.all(part.map(resolve));
      const plan = planInOrder(
        {
          ...rest,
          maxRetries: next === null ? rest.maxRetries : 0,
          candidates: candidatesOf(resolved),
          earlier: candidatesOf(await Promise.all(earlier.map(resolve))),
        },
        request.used,
      );
      const failures = resolved.flatMap((each) => ('skipped' in each ? [each.skipped] : []));
      const unreachable = new Map(failures.map(({ targetId, reason }) => [targetId, reason]));
      return { plan: { ...plan, rest: next === null ? null : { ...rest, next } }, unreachable };
    };
  }

  private async evaluate(
    target: TargetState | undefined,
    request: RestRequest,
    context: PlanningContext,
  ): Promise<Pending | null> {
    if (!target) return null;
    if (!request.asked.has(target.id)) return this.planner.evaluate(target, context);
    const destination = request.destinations.get(target.id);
    return destination ? this.toDestination(target, destination, request.accountId, context) : null;
  }

  private async toDestination(
    { id: targetId, weight }: TargetState,
    destination: Destination,
    accountId: string,
    context: PlanningContext,
  ): Promise<Pending> {
    const { call, called, random } = context;
    const over = (legs: readonly Leg[] | SkipReason): Evaluated =>
      typeof legs === 'string'
        ? { skipped: { targetId, reason: legs, condition: null } }
        : { candidate: { targetId, weight, legs: legs.map((leg) => ({ ...leg, targetId })) } };
    if (destination.kind === 'pstn_forward') return over(await this.planner.forward(destination.e164, context));
    if (destination.kind === 'webrtc_user') {
      const user = await this.snapshots.ofWebrtcUser(accountId, destination.userId, call.at, call.request);
      return async () => over(await this.webrtcLegs.toUser(user, called));
    }
    const trunk = await this.snapshots.ofTrunk(accountId, destination.trunkId, call.at, call.request);
    return async () => over(await this.trunkLegs.toTrunk(trunk, called, random));
  }
}

/** The targets from the webhook that has been asked to the next one, or all of them when they ring together. */
function partOf({ strategy, order, next: start, maxRetries }: PlanRest, isWebhook: (id: string) => boolean) {
  if (strategy === 'simultaneous_ring') return { again: [], ids: order, next: null };
  const following = order.findIndex((id, index) => index > start && isWebhook(id));
  if (following !== -1) return { again: [], ids: order.slice(start, following), next: following };
  // Earlier targets are tried again in later passes, which begin at the end of the list.
  return { again: maxRetries > 0 ? order.slice(0, start) : [], ids: order.slice(start), next: null };
}

async function resolve(pending: Pending | null): Promise<Evaluated> {
  if (pending === null) return { candidate: { targetId: null, weight: 0, legs: [] } };
  return typeof pending === 'function' ? pending() : pending;
}

function candidatesOf(evaluated: readonly Evaluated[]): Candidate<Leg>[] {
  return evaluated.flatMap((each) => ('candidate' in each ? [each.candidate] : []));
}
