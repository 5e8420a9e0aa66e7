import { e164Of } from '../domain/caller';
import { type CallPlan, planCall } from '../domain/plan';
import type { AccountStanding } from './account-standing';
import type { Call, CallOwner, Leg, Outcome, Verdict } from './call';
import type { CarrierLegs } from './carriers/carrier-legs';
import { reject } from './inbound-calls';
import type { CallPrices, KnownNumber, NumberDirectory, NumberingPlan, RandomSource } from './ports';
import type { CarrierPeer, RoutingSnapshots, SourceTrunk } from './switch-ports';

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
    const trunks = named.filter(({ status }) => status === 'active');
    if (trunks.length === 0) {
      // Nobody of ours is calling: then it was meant for a number of ours, which does not exist.
      const name = authUser === null ? 'number_unknown' : 'source_unknown';
      return { owner: NOBODY, outcome: reject(name) };
    }
    const found = await this.callerOf(call, trunks);
    if (!found) return { owner: { ...NOBODY, direction: 'outbound' }, outcome: reject('source_ambiguous') };
    return { owner: this.ownerOf(call, found), outcome: await this.outcomeOf(call, found) };
  }

  /**
   * The trunk that calls, and the number it calls under. Several accounts can name networks around one address; then
   * the owner of the caller's own number calls, and nobody where it is none of theirs: who names a stranger's network
   * gains nothing by it. What a trunk overrides counts only once its account is found.
   */
  private async callerOf(call: Call, trunks: readonly SourceTrunk[]): Promise<CallingParty | null> {
    const accounts = new Set(trunks.map(({ accountId }) => accountId));
    const accountId = accounts.size === 1 ? trunks[0]?.accountId : await this.ownerOfNumber(call.request.from);
    const free = trunks
      .filter((trunk) => trunk.accountId === accountId)
      .sort((a, b) => Number(a.isFull) - Number(b.isFull));
    const parties = await Promise.all(
      free.map(async (trunk) => ({ trunk, number: await this.numberOf(trunk, call.request.from) })),
    );
    return parties.find(({ number }) => number !== null) ?? parties[0] ?? null;
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
