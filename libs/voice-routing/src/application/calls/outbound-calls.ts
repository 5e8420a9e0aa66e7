import { e164Of } from '../../domain/calls/caller';
import { type CallPlan, planCall } from '../../domain/calls/plan';
import type { AccountStanding } from './account-standing';
import type { Call, CallOwner, Leg, Outcome, Verdict } from './call';
import type { CarrierLegs } from '../carriers/carrier-legs';
import { reject } from './inbound-calls';
import type { CallPrices, KnownNumber, NumberDirectory, NumberingPlan, RandomSource } from '../ports';
import type { CarrierPeer, RoutingSnapshots, SourceTrunk } from './ports';

/** Out in the network somebody else's limits apply; a carrier may let it ring this long. */
const RING_TIMEOUT_OUT_SECONDS = 60;

const NOBODY: CallOwner = {
  accountId: null,
  direction: 'inbound',
  e164: null,
  numberId: null,
  numberType: null,
  country: null,
  routingProfileId: null,
  sipTrunkId: null,
};

interface CallingParty {
  readonly trunk: SourceTrunk;
  /** The caller's number; null when it is none of the account's in service. */
  readonly number: KnownNumber | null;
}

/**
 * Calls from a customer's trunk to the telephone network. Who calls is told by the user that the switch has
 * authenticated, else by the address that the call comes from; the caller's number must be one of the account's.
 */
export class OutboundCalls {
  constructor(
    private readonly standings: AccountStanding,
    private readonly numbers: NumberDirectory,
    private readonly prices: CallPrices,
    private readonly snapshots: RoutingSnapshots,
    private readonly legs: CarrierLegs,
    private readonly plan: NumberingPlan,
    private readonly random: RandomSource,
  ) {}

  async decide(call: Call): Promise<Verdict> {
    const { authUser, sourceIp } = call.request;
    const [named, isFromCarrier] = await Promise.all([
      this.snapshots.ofSource({ authUser, ip: sourceIp }, call.at, call.request),
      authUser === null && sourceIp !== null && this.snapshots.isCarrierSource(sourceIp),
    ]);
    // A carrier brings calls to our numbers alone, also where a trunk claims the carrier's network for itself.
    if (isFromCarrier) return { owner: NOBODY, outcome: reject('number_unknown') };
    // Nobody of ours is calling: then it was meant for a number of ours, which does not exist.
    if (named.length === 0)
      return { owner: NOBODY, outcome: reject(authUser === null ? 'number_unknown' : 'source_unknown') };
    const account = await this.accountOf(call, named);
    if (account === null) return { owner: { ...NOBODY, direction: 'outbound' }, outcome: reject('source_ambiguous') };
    const own = named.filter(({ accountId }) => accountId === account);
    const found = await this.callerOf(call, own);
    if (found.trunk.status !== 'active')
      return { owner: this.ownerOf(call, found), outcome: reject('trunk_not_active') };
    await this.confirm(call, found);
    return { owner: this.ownerOf(call, found), outcome: await this.outcomeOf(call, found) };
  }

  /**
   * Several accounts can claim networks around one address. The owner of the caller's own number calls, if it is one of
   * them, also where its trunk is disabled; else the one account whose claim counts. What a trunk overrides decides
   * nothing: it is looked at once the account is found. Null where several claims count.
   */
  private async accountOf(call: Call, named: readonly SourceTrunk[]): Promise<string | null> {
    const accounts = new Set(named.map(({ accountId }) => accountId));
    const [only] = accounts;
    if (accounts.size === 1 && only !== undefined) return only;
    const owner = await this.ownerOfNumber(call.request.from);
    if (owner !== null && accounts.has(owner)) return owner;
    const counting = new Set(named.filter(({ counts }) => counts).map(({ accountId }) => accountId));
    const [first] = counting;
    return counting.size === 1 && first !== undefined ? first : null;
  }

  /** The trunk of the account that calls: an active one with a free place and a number to show, as far as there is one. */
  private async callerOf(call: Call, own: readonly SourceTrunk[]): Promise<CallingParty> {
    const active = own.filter(({ status }) => status === 'active');
    const inOrder = [...(active.length > 0 ? active : own)].sort((a, b) => Number(a.isFull) - Number(b.isFull));
    const parties = await Promise.all(
      inOrder.map(async (trunk) => ({ trunk, number: await this.numberOf(trunk, call.request.from) })),
    );
    const found = parties.find(({ number }) => number !== null) ?? parties[0];
    if (!found) throw new Error('An account that calls has a trunk.');
    return found;
  }

  /** An authenticated call proves that its account is at home where it comes from. */
  private async confirm({ request, at }: Call, { trunk }: CallingParty): Promise<void> {
    if (!trunk.hasUnconfirmedClaim || request.sourceIp === null) return;
    await this.snapshots.confirmSources(trunk.accountId, request.sourceIp, at);
  }

  private async ownerOfNumber(from: string): Promise<string | null> {
    const e164 = e164Of(from);
    return (e164 && (await this.numbers.findByE164(e164))?.accountId) || null;
  }

  private async numberOf(trunk: SourceTrunk, from: string): Promise<KnownNumber | null> {
    const callerId = trunk.callerIdStrategy === 'override' ? trunk.callerIdOverride : e164Of(from);
    const known = callerId === null ? null : await this.numbers.findByE164(callerId);
    return known?.accountId === trunk.accountId && known.status === 'active' ? known : null;
  }

  private ownerOf(call: Call, { trunk, number }: CallingParty): CallOwner {
    return {
      accountId: trunk.accountId,
      direction: 'outbound',
      e164: number?.e164 ?? null,
      numberId: number?.numberId ?? null,
      numberType: number?.numberType ?? null,
      country: call.called && this.plan.countryOf(call.called),
      routingProfileId: null,
      sipTrunkId: trunk.id,
    };
  }

  private async outcomeOf(call: Call, { trunk, number }: CallingParty): Promise<Outcome> {
    const { called } = call;
    if (called === null) return reject('number_malformed');
    const [standing, rating, carriers] = await Promise.all([
      this.standings.of(trunk.accountId),
      this.prices.quote({ direction: 'outbound', from: call.request.from, to: called, numberType: null }),
      this.snapshots.carriers(called, call.at, call.request),
    ]);
    if (!standing.mayCall) return reject('account_not_active');
    if (number === null) return reject('caller_id_not_allowed');
    if (trunk.isFull) return reject('trunk_full');
    if (rating === null) return reject('destination_not_allowed');
    const free = carriers.filter(({ isFull }) => !isFull);
    if (free.length === 0) return withoutCircuit(carriers);
    const plan = this.planOver(free, { called, trunk, callerId: number.e164 });
    return { action: 'route', offer: { plan, rating, direction: 'outbound', ...standing } };
  }

  private planOver(
    carriers: readonly CarrierPeer[],
    call: { readonly called: string; readonly callerId: string; readonly trunk: SourceTrunk },
  ): CallPlan<Leg> {
    const random = () => this.random.next();
    const legs = this.legs.toNetwork(carriers, call, random);
    const candidates = [{ targetId: null, weight: 0, legs }];
    const ringTimeoutSeconds = RING_TIMEOUT_OUT_SECONDS;
    return planCall({ strategy: 'failover', ringTimeoutSeconds, maxRetries: 0, candidates, turn: 1, random });
  }
}

function withoutCircuit(carriers: readonly CarrierPeer[]): Outcome {
  return reject(carriers.length === 0 ? 'no_carrier' : 'carrier_full');
}
