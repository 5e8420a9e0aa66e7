import type { Clock } from '@trunkline/kernel';
import { isReachable, profileWarnings, type RouteWarning, trunkWarnings } from '../../domain/trunks/route-warnings';
import type { TrunkStates } from './ports';

/** The route of a number, or of a call that is simulated. At most one of the two is set. */
export interface WarnedRoute {
  readonly trunkId: string | null;
  readonly routingProfileId: string | null;
}

/** Says which parts of a route no call can reach. A number without a route has no warnings. */
export class RouteWarnings {
  constructor(
    private readonly states: TrunkStates,
    private readonly clock: Clock,
  ) {}

  async of(accountId: string, { trunkId, routingProfileId }: WarnedRoute): Promise<RouteWarning[]> {
    if (trunkId !== null) return trunkWarnings(await this.states.reachOfTrunk(accountId, trunkId, this.clock.now()));
    if (routingProfileId === null) return [];
    const reach = await this.states.reachOfProfile(accountId, routingProfileId, this.clock.now());
    return profileWarnings(reach, reach.otherTargets);
  }

  /** A trunk that is not active is not reachable, of which its status warns. */
  async ofTrunk(
    accountId: string,
    trunkId: string,
  ): Promise<{ readonly isReachable: boolean; readonly warnings: readonly RouteWarning[] }> {
    const reach = await this.states.reachOfTrunk(accountId, trunkId, this.clock.now());
    const active = reach.trunks.filter(({ status }) => status === 'active');
    return { isReachable: active.some(isReachable), warnings: trunkWarnings({ ...reach, trunks: active }) };
  }
}
