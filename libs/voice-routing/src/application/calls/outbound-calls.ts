import { callerIdsOf } from '../../domain/calls/caller-id';
import { type CallPlan, planLegs } from '../../domain/calls/plan';
import { type CarrierLegs, type OutgoingLeg, usableCarriers } from '../carriers/carrier-legs';
import type { KnownNumber, NumberDirectory } from '../ports';
import type { AccountStanding } from './account-standing';
import {
  type Call,
  type CallOwner,
  type CallRequest,
  type CallSource,
  type Leg,
  type Outcome,
  reject,
  type Verdict,
} from './call';
import { accountRule, type CallRule, firstRefusal } from './checks';
import type { OutboundRules } from '../outbound/outbound-rules';
import type { CallPrices, CarrierPeer, RandomSource, RoutingSnapshots, SourceTrunk } from './ports';

/** Carriers may let a call ring longer than a profile's targets. */
const RING_TIMEOUT_SECONDS = 60;

const NO_OWNER: CallOwner = {
  accountId: null,
  direction: 'inbound',
  e164: null,
  numberId: null,
  numberType: null,
  country: null,
  routingProfileId: null,
  sipTrunkId: null,
};

const AMBIGUOUS: CallOwner = { ...NO_OWNER, direction: 'outbound' };

type TrunkLeg = Pick<OutgoingLeg, 'called' | 'callerId' | 'isWithheld' | 'costs'> & { readonly trunk: SourceTrunk };

interface CallingParty {
  readonly trunk: SourceTrunk;
  /** The caller's number; null when it is not an active number of the account. */
  readonly number: KnownNumber | null;
}

/**
 * Decides calls from a customer's trunk or WebRTC user to the telephone network. The authenticated user, else the source address,
 * identifies the trunk; the caller's number must belong to the account. See docs/routing.md#outbound-calls.
 */
export class OutboundCalls {
  constructor(
    private readonly standings: AccountStanding,
    private readonly numbers: NumberDirectory,
    private readonly prices: CallPrices,
    private readonly snapshots: RoutingSnapshots,
    private readonly legs: CarrierLegs,
    private readonly random: RandomSource,
    readonly rules: OutboundRules,
  ) {}

  async decide(call: Call): Promise<Verdict> {
    const source = await call.source();
    const unidentified = await firstRefusal(call, [sourceRule(call.request, source)]);
    if (unidentified !== null)
      return { owner: unidentified === 'source_ambiguous' ? AMBIGUOUS : NO_OWNER, outcome: reject(unidentified) };
    const own = source.trunks.filter(({ accountId }) => accountId === source.accountId);
    const caller = await this.callerOf(call, own);
    const owner = this.ownerOf(call, caller);
    const inactive = await firstRefusal(call, [trunkRule(caller.trunk)]);
    if (inactive !== null) return { owner, outcome: reject(inactive) };
    if (!call.checks) await this.noteSource(call, caller);
    const { called } = call;
    const malformed = await firstRefusal(call, [numberRule(called)]);
    if (malformed !== null || called === null) return { owner, outcome: reject('number_malformed') };
    return { owner, outcome: await this.outcomeOf(call, called, caller) };
  }

  /** Selects the account's trunk: preferably an active one with a free slot and a valid caller ID. */
  private async callerOf(call: Call, own: readonly SourceTrunk[]): Promise<CallingParty> {
    const active = own.filter(({ status }) => status === 'active');
    const inOrder = [...(active.length > 0 ? active : own)].sort((a, b) => Number(a.isFull) - Number(b.isFull));
    const parties = await Promise.all(
      inOrder.map(async (trunk) => ({ trunk, number: await this.numberOf(trunk, call) })),
    );
    const found = parties.find(({ number }) => number !== null) ?? parties[0];
    if (!found) throw new Error('The calling account has no trunk.');
    return found;
  }

  /** Notes what the call shows about the account's networks, once. */
  private async noteSource({ request: { sourceIp }, at }: Call, { trunk, number }: CallingParty): Promise<void> {
    if (sourceIp === null) return;
    const { accountId, hasUnconfirmedClaim, hasUnusedClaim } = trunk;
    if (hasUnconfirmedClaim) await this.snapshots.confirmSources(accountId, sourceIp, at);
    if (hasUnusedClaim && number !== null) await this.snapshots.markUsed(accountId, sourceIp, at);
  }

  private async numberOf(trunk: SourceTrunk, call: Call): Promise<KnownNumber | null> {
    const known = await Promise.all(callerIdsOf(call, trunk).map((callerId) => this.numbers.findByE164(callerId)));
    return known.find((each) => each?.accountId === trunk.accountId && each.status === 'active') ?? null;
  }

  private ownerOf(call: Call, { trunk, number }: CallingParty): CallOwner {
    return {
      accountId: trunk.accountId,
      direction: 'outbound',
      e164: number?.e164 ?? null,
      numberId: number?.numberId ?? null,
      numberType: number?.numberType ?? null,
      country: call.calledCountry,
      routingProfileId: null,
      sipTrunkId: trunk.isWebrtcUser ? null : trunk.id,
    };
  }

  private async outcomeOf(call: Call, called: string, { trunk, number }: CallingParty): Promise<Outcome> {
    const { accountId } = trunk;
    const [{ mayCall, outbound, cover, limits }, { price: rating, costs }, carriers, policy] = await Promise.all([
      this.standings.of(accountId),
      this.prices.quoteWithCosts({ accountId, direction: 'outbound', to: called, numberType: null }),
      this.snapshots.carriers(called, call.at, call.request),
      this.rules.inForce(),
    ]);
    const usable = usableCarriers(carriers, costs);
    const refusal = await firstRefusal(call, [
      accountRule(mayCall),
      callerIdRule(call, trunk, number),
      trunkCallsRule(trunk),
      ...this.rules.of({ accountId, terms: outbound, policy }, { e164: called, country: call.calledCountry }, rating),
      carrierRule(usable),
    ]);
    if (refusal !== null) return reject(refusal);
    if (number === null || rating === null || typeof usable === 'string')
      throw new Error('The rules allow a call without a caller ID, a price or a carrier.');
    const leg = { called, trunk, costs, callerId: number.e164, isWithheld: call.isAnonymous };
    const plan = this.planOver(usable, leg);
    return { action: 'route', offer: { plan, rating, direction: 'outbound', cover, limits, trunk } };
  }

  private planOver(carriers: readonly CarrierPeer[], call: TrunkLeg): CallPlan<Leg> {
    const random = () => this.random.next();
    const { id, isWebrtcUser, codecs, dtmfMode } = call.trunk;
    const trunk = { id: isWebrtcUser ? null : id, codecs, dtmfMode };
    const legs = this.legs
      .toNetwork(carriers, { ...call, trunk }, random)
      .map((leg) => (isWebrtcUser ? { ...leg, webrtcUserId: id } : leg));
    return planLegs(legs, RING_TIMEOUT_SECONDS);
  }
}

/** A call from an unknown source was meant as inbound, to a number that does not exist here. */
function sourceRule({ authUser, sourceIp }: CallRequest, { trunks, isCarrier, accountId }: CallSource): CallRule {
  const from = authUser === null ? `The address ${sourceIp ?? 'of the call'}` : `The user ${authUser}`;
  return {
    check: 'source',
    refusal: () => {
      if (isCarrier) return 'number_unknown';
      if (trunks.length === 0) return authUser === null ? 'number_unknown' : 'source_unknown';
      return accountId === null ? 'source_ambiguous' : null;
    },
    detail: () => {
      if (isCarrier || trunks.length === 0) return `${from} belongs to no trunk.`;
      return accountId === null ? `${from} belongs to several accounts.` : `${from} belongs to the account.`;
    },
  };
}

function trunkRule({ id, status }: SourceTrunk): CallRule {
  return {
    check: 'trunk',
    refusal: () => (status === 'active' ? null : 'trunk_not_active'),
    detail: () => `The call is placed by ${id}, which is ${status}.`,
  };
}

function numberRule(called: string | null): CallRule {
  return {
    check: 'number',
    refusal: () => (called === null ? 'number_malformed' : null),
    detail: () => (called === null ? 'The number called is not a phone number.' : `The number called is ${called}.`),
  };
}

function callerIdRule(call: Call, trunk: SourceTrunk, number: KnownNumber | null): CallRule {
  return {
    check: 'caller_id',
    refusal: () => (number === null ? 'caller_id_not_allowed' : null),
    detail: () => {
      if (number !== null) return `The caller ID is ${number.e164}.`;
      const [first] = callerIdsOf(call, trunk);
      return first === undefined
        ? 'The call shows no number, and the trunk has no caller ID.'
        : `${first} is no active number of the account.`;
    },
  };
}

function trunkCallsRule({ isFull }: SourceTrunk): CallRule {
  return {
    check: 'trunk_calls',
    refusal: () => (isFull ? 'trunk_full' : null),
    detail: () => `The trunk is ${isFull ? 'at' : 'below'} its limit of concurrent calls.`,
  };
}

const NO_CARRIERS = {
  no_carrier: 'No carrier serves the number.',
  // Customers do not learn what calls cost.
  no_carrier_at_price: 'No carrier serves the number.',
  carrier_full: 'All carriers for the number are at their limits.',
} as const;

function carrierRule(usable: ReturnType<typeof usableCarriers>): CallRule {
  return {
    check: 'carrier',
    refusal: () => (typeof usable === 'string' ? usable : null),
    detail: () => (typeof usable === 'string' ? NO_CARRIERS[usable] : 'A carrier serves the number.'),
  };
}
