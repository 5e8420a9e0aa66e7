import type { LegCost } from '@trunkline/kernel';
import { costMicrocents } from '../rating/costs';
import type { Cdr } from './cdr';
import type { DecidedRoute } from './decision';

/** What an answered call brought and cost. For operators alone: customers' reads of CDRs have no part in it. */
export interface CallMargin extends Pick<Cdr, 'accountId' | 'e164' | 'customerTotalCents'> {
  readonly cdrId: string;
  readonly createdAt: Date;
  /** Carrier of the outbound leg; of an inbound call that was not forwarded, the carrier that delivered it. */
  readonly carrierId: string | null;
  /** Description of the price: that of the outbound leg, where there is one. */
  readonly destination: string | null;
  /** Sum of the known costs, rounded up; null if none is known. */
  readonly costMicrocents: number | null;
  /** Costs by leg, as decided with the call. */
  readonly costs: readonly LegCost[] | null;
}

interface AnsweredCall {
  readonly cdr: Cdr & { readonly createdAt: Date };
  /** What the carrier that delivered the call charges. */
  readonly inboundCost: LegCost | null;
  readonly route: DecidedRoute | null;
}

/** Carriers charge for the time that the call lasted, also beyond what was granted. See docs/prices.md#costs. */
export function marginOf({ cdr, inboundCost, route }: AnsweredCall): CallMargin {
  const { id: cdrId, accountId, createdAt, e164, customerTotalCents } = cdr;
  const price = cdr.forwardRating ?? cdr.rating;
  return {
    cdrId,
    accountId,
    createdAt,
    e164,
    carrierId: carrierOf(route, inboundCost),
    destination: price && price.description,
    customerTotalCents,
    ...costOf(
      [inboundCost, route?.cost].filter((cost) => !!cost),
      secondsOf(cdr),
    ),
  };
}

function carrierOf(route: DecidedRoute | null, inboundCost: LegCost | null): string | null {
  return route?.carrierId ?? inboundCost?.carrierId ?? null;
}

function costOf(costs: readonly LegCost[], seconds: number): Pick<CallMargin, 'costMicrocents' | 'costs'> {
  if (costs.length === 0) return { costMicrocents: null, costs: null };
  return { costMicrocents: costMicrocents(costs, seconds), costs };
}

function secondsOf({ answeredAt, endedAt }: Cdr): number {
  return answeredAt === null ? 0 : Math.floor((endedAt.getTime() - answeredAt.getTime()) / 1000);
}
