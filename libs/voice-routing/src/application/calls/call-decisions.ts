import type { Clock } from '@trunkline/kernel';
import type { RouteStatus } from '../../domain/trunks/sip-trunk';
import type { RoutingProfileRepository, SipTrunkRepository } from '../ports';
import type { CallKey, DecisionLog } from './ports';
import type { DecisionView } from '../views';

/** What other contexts may know of where numbers can be pointed at. */
export class RouteTargets {
  constructor(
    private readonly trunks: SipTrunkRepository,
    private readonly profiles: RoutingProfileRepository,
  ) {}

  /** Null for what is not the account's. Inside a transaction it stays so until the end. */
  trunkStatus(accountId: string, trunkId: string): Promise<RouteStatus | null> {
    return this.trunks.status(accountId, trunkId);
  }

  /** As trunkStatus. */
  profileStatus(accountId: string, profileId: string): Promise<RouteStatus | null> {
    return this.profiles.status(accountId, profileId);
  }
}

/** What was decided about calls, for the context that writes their records. */
export class CallDecisions {
  constructor(
    private readonly log: DecisionLog,
    private readonly clock: Clock,
  ) {}

  /** Those that exist, in no order. */
  findMany(decisionIds: readonly string[]): Promise<DecisionView[]> {
    return this.log.findMany(decisionIds);
  }

  /** The decisions of these calls, in no order: at most 20 a call, those without a record first. */
  findByCalls(calls: readonly CallKey[]): Promise<DecisionView[]> {
    return this.log.findByCalls(calls);
  }

  /** Frees the places of calls that are over, though not recorded; what they hold stays held. Safe to repeat. */
  endCalls(decisionIds: readonly string[]): Promise<void> {
    return decisionIds.length === 0 ? Promise.resolve() : this.log.endCalls(decisionIds, this.clock.now());
  }

  /** Joins the transaction that writes the records. Safe to repeat. */
  markReported(decisionIds: readonly string[]): Promise<void> {
    return this.log.markReported(decisionIds, this.clock.now());
  }
}
