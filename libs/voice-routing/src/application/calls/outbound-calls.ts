import type { RateQuote } from '@trunkline/kernel';
import { callerIdsOf } from '../../domain/calls/caller-id';
import { type CallPlan, planLegs } from '../../domain/calls/plan';
import { type CarrierLegs, type OutgoingLeg, usableCarriers } from '../carriers/carrier-legs';
import type { KnownNumber, NumberDirectory } from '../ports';
import type { AccountStanding } from './account-standing';
import { type Call, type CallOffer, type CallOwner, type Leg, type Outcome, reject, type Verdict } from './call';
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
    const { trunks, isCarrier, accountId: account } = await call.source();
    if (isCarrier) return { owner: NO_OWNER, outcome: reject('number_unknown') };
    // A call from an unknown source was meant as inbound, to a number that does not exist here.
    if (trunks.length === 0)
      return { owner: NO_OWNER, outcome: reject(call.request.authUser === null ? 'number_unknown' : 'source_unknown') };
    if (account === null) return { owner: { ...NO_OWNER, direction: 'outbound' }, outcome: reject('source_ambiguous') };
    const own = trunks.filter(({ accountId }) => accountId === account);
    const caller = await this.callerOf(call, own);
    const owner = this.ownerOf(call, caller);
    if (caller.trunk.status !== 'active') return { owner, outcome: reject('trunk_not_active') };
    await this.noteSource(call, caller);
    return { owner, outcome: await this.outcomeOf(call, caller) };
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

  private async outcomeOf(call: Call, { trunk, number }: CallingParty): Promise<Outcome> {
    const { called } = call;
    if (called === null) return reject('number_malformed');
    const { accountId } = trunk;
    const [{ mayCall, outbound, cover, limits }, { price: rating, costs }, carriers] = await Promise.all([
      this.standings.of(accountId),
      this.prices.quoteWithCosts({ accountId, direction: 'outbound', to: called, numberType: null }),
      this.snapshots.carriers(called, call.at, call.request),
      this.rules.inForce(),
    ]);
    if (!mayCall) return reject('account_not_active');
    if (number === null) return reject('caller_id_not_allowed');
    if (trunk.isFull) return reject('trunk_full');
    const dialled = { e164: called, country: call.calledCountry };
    const refusal = await this.rules.refusal(accountId, outbound, dialled, rating);
    if (refusal !== null) return reject(refusal);
    const leg = { called, trunk, costs, callerId: number.e164, isWithheld: call.isAnonymous };
    return this.over(carriers, leg, { rating, cover, limits });
  }

  private over(
    carriers: readonly CarrierPeer[],
    leg: TrunkLeg,
    { rating, cover, limits }: Pick<CallOffer, 'cover' | 'limits'> & { readonly rating: RateQuote | null },
  ): Outcome {
    if (rating === null) return reject('destination_not_allowed');
    const usable = usableCarriers(carriers, leg.costs);
    if (typeof usable === 'string') return reject(usable);
    const plan = this.planOver(usable, leg);
    return { action: 'route', offer: { plan, rating, direction: 'outbound', cover, limits, trunk: leg.trunk } };
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
