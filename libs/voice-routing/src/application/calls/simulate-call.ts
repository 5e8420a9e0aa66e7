import {
  type Clock,
  type RateQuote,
  rejection,
  type RejectionName,
  type ShownRejection,
  shownRejection,
} from '@trunkline/kernel';
import type { Attempt } from '../../domain/calls/plan';
import type { OutboundRules } from '../outbound/outbound-rules';
import { type Leg, NO_CLAIMS } from './call';
import {
  type CallCheck,
  type CallCheckName,
  EMERGENCY_CHECKS,
  firstRefusal,
  INBOUND_CHECKS,
  OUTBOUND_CHECKS,
} from './checks';
import type { OfferCall, OfferedCall } from './offer-call';
import type { CallSender, RoutingSnapshots } from './ports';

/** Without an address and a user, the call is placed as the trunk places calls. */
export interface CallSimulationRequest extends CallSender {
  readonly accountId: string;
  readonly trunkId: string;
  /** As in the From and To headers. */
  readonly from: string;
  readonly to: string;
  /** Null: now. */
  readonly at: Date | null;
}

/** What a switch would receive about a call, and why. */
export interface CallSimulation {
  readonly action: 'route' | 'reject';
  /** Null for a call that is routed, as the reason and the remedy are. */
  readonly sipCode: number | null;
  readonly reason: ShownRejection | null;
  readonly explanation: string;
  readonly remedy: string | null;
  /** What the account pays; null for a rejected call and for one that another account pays. */
  readonly price: RateQuote | null;
  /** 0 for a rejected call; null for one that another account pays. */
  readonly maxDurationSeconds: number | null;
  readonly attempts: readonly Attempt<Leg>[];
  /** All of the decision, in its order. */
  readonly checks: readonly CallCheck[];
}

const ROUTED = { action: 'route', sipCode: null, reason: null, remedy: null } as const;
const REJECTED = { action: 'reject', price: null, maxDurationSeconds: 0, attempts: [] } as const;
const NOT_REACHED = 'An earlier check has failed.';
const ELSEWHERE = 'The number called belongs to another account, which pays for the call and routes it.';
const REJECTED_ELSEWHERE = 'The number called belongs to another account, which cannot take the call.';

/**
 * Decides a call of a trunk by the decision that routes calls, without effects: it holds no money, takes no turn and stores
 * nothing. See docs/outbound.md#simulation.
 */
export class SimulateCall {
  constructor(
    private readonly offers: OfferCall,
    private readonly snapshots: RoutingSnapshots,
    private readonly rules: OutboundRules,
    private readonly clock: Clock,
  ) {}

  /** Throws `not_found`. Another account's trunk is treated as an unknown source, and no call to another account is explained. */
  async simulate(request: CallSimulationRequest): Promise<CallSimulation> {
    const { accountId, from, to, at } = request;
    const sender = await this.senderOf(request);
    const call = { ...NO_CLAIMS, ...NO_SWITCH, ...sender, from, to };
    const checks: CallCheck[] = [];
    const limit = this.rules.wouldRefuse.bind(this.rules);
    const offered = await this.offers.offer(call, at ?? this.clock.now(), limit, { checks });
    if (await isOfStranger(offered, accountId)) return unknownSource(sender);
    const refusal = offered.isOffered ? await this.startRefusal(offered) : offered.refusal;
    if (isElsewhere(offered, accountId)) return elsewhere(refusal);
    const all = allChecks(checks);
    return refusal === null ? { ...routed(offered), checks: all } : { ...rejectedBy(refusal), checks: all };
  }

  private async senderOf({ accountId, trunkId, sourceIp, authUser }: CallSimulationRequest): Promise<CallSender> {
    const own = await this.snapshots.senderOf(accountId, trunkId);
    return sourceIp === null && authUser === null ? own : { sourceIp, authUser };
  }

  /** What the start of the call would be refused for, with the places that are taken now. */
  private startRefusal({
    call,
    owner,
    offer,
  }: Extract<OfferedCall, { isOffered: true }>): Promise<RejectionName | null> {
    const { maxConcurrentCalls: max } = offer.limits;
    const { accountId, direction } = owner;
    const isFull = async () => accountId !== null && max !== null && this.snapshots.hasCalls(accountId, max, call.at);
    return firstRefusal(call, [
      {
        check: 'account_calls',
        refusal: async () => ((await isFull()) ? `account_full_${direction}` : null),
        detail: () =>
          max === null
            ? 'The account has no limit of concurrent calls.'
            : `The account may have ${max} concurrent calls.`,
      },
    ]);
  }
}

const NO_SWITCH = { switchId: '', node: '', callId: '', isExtending: false } as const;

/** An address or user of another account shows nothing of that account. */
async function isOfStranger({ call, owner }: OfferedCall, accountId: string): Promise<boolean> {
  if (owner.direction === 'inbound') return false;
  if (owner.accountId !== null) return owner.accountId !== accountId;
  const { trunks } = await call.source();
  return !trunks.some((trunk) => trunk.accountId === accountId);
}

function isElsewhere({ owner }: OfferedCall, accountId: string): boolean {
  return owner.accountId !== null && owner.accountId !== accountId;
}

function unknownSource({ authUser, sourceIp }: CallSender): CallSimulation {
  const name = authUser === null ? 'number_unknown' : 'source_unknown';
  const from = authUser === null ? `The address ${sourceIp ?? 'of the call'}` : `The user ${authUser}`;
  const check: CallCheck = { check: 'source', ok: false, detail: `${from} belongs to no trunk.` };
  return { ...rejectedBy(name), checks: completed([check], OUTBOUND_CHECKS) };
}

function routed(offered: OfferedCall): Omit<CallSimulation, 'checks'> {
  if (!offered.isOffered) throw new Error('A call without an offer was not rejected.');
  const { offer, grant } = offered;
  const { attempts } = grant.plan;
  const explanation = 'The call passes every check and is routed.';
  return { ...ROUTED, explanation, price: offer.rating, maxDurationSeconds: grant.maxDurationSeconds, attempts };
}

/** Of a call to another account, its caller learns no more than the response that a telephone would receive. */
function elsewhere(refusal: RejectionName | null): CallSimulation {
  const explanation = refusal === null ? ELSEWHERE : REJECTED_ELSEWHERE;
  const checks: CallCheck[] = [{ check: 'route', ok: refusal === null, detail: explanation }];
  if (refusal !== null) return { ...rejectedBy(refusal), explanation, remedy: null, checks };
  return { ...ROUTED, explanation, price: null, maxDurationSeconds: null, attempts: [], checks };
}

function rejectedBy(name: RejectionName): Omit<CallSimulation, 'checks'> {
  const reason = shownRejection(name);
  const { code: sipCode, explanation, remedy } = rejection(reason);
  return { ...REJECTED, sipCode, reason, explanation, remedy };
}

/** Adds the checks that the decision did not reach. */
function allChecks(examined: readonly CallCheck[]): CallCheck[] {
  const [first] = examined;
  if (first?.check === 'emergency') return completed(examined, EMERGENCY_CHECKS);
  return completed(examined, first?.check === 'source' ? OUTBOUND_CHECKS : INBOUND_CHECKS);
}

function completed(examined: readonly CallCheck[], names: readonly CallCheckName[]): CallCheck[] {
  return names.map(
    (name) => examined.find(({ check }) => check === name) ?? { check: name, ok: null, detail: NOT_REACHED },
  );
}
