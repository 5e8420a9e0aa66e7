import { emergencyNumberOf } from '../../domain/emergency/emergency-numbers';
import { type CallPlan, planCall, RINGING_MAX_SECONDS } from '../../domain/calls/plan';
import type { Call, CallOwner, Leg, Outcome, Verdict } from '../calls/call';
import type { CarrierLegs } from '../carriers/carrier-legs';
import { reject } from '../calls/inbound-calls';
import type { KnownNumber, NumberDirectory, NumberingPlan, RandomSource } from '../ports';
import type { RoutingSnapshots, SourceTrunk } from '../calls/ports';
import type { RateQuote } from '../views';
import type { AccountCountries } from './ports';

/** RFC 3261, section 20.26. */
const PRIORITY = { Priority: 'emergency' } as const;

interface EmergencyCaller {
  readonly trunk: SourceTrunk;
  /** The account's number that the call shows, in whatever state; null when it shows none. */
  readonly number: KnownNumber | null;
}

/**
 * Calls from a customer's trunk to an emergency number of the caller's country. They come before every check: the state of
 * account, trunk and number, money, prices, limits and the caller's number refuse no such call, and none is charged. See
 * docs/emergency-calls.md.
 */
export class EmergencyCalls {
  constructor(
    private readonly numbers: NumberDirectory,
    private readonly snapshots: RoutingSnapshots,
    private readonly countries: AccountCountries,
    private readonly legs: CarrierLegs,
    private readonly plan: NumberingPlan,
    private readonly random: RandomSource,
  ) {}

  /** Null for a call that is none. */
  async decide(call: Call): Promise<Verdict | null> {
    // What has the form of E.164 is no emergency number; ordinary calls ask nothing more here.
    if (call.called !== null) return null;
    const caller = await this.callerOf(call);
    if (!caller) return null;
    const country = await this.countryOf(call, caller);
    const dialled = emergencyNumberOf(call.request.to, { country, callingCode: this.plan.callingCodeOf(country) });
    if (dialled === null) return null;
    return { owner: ownerOf(caller, country), outcome: await this.outcomeOf(call, caller, { dialled, country }) };
  }

  /** Where several accounts claim the source, the owner of the caller's number calls; else one whose claim counts. */
  private async callerOf(call: Call): Promise<EmergencyCaller | null> {
    const [trunks, own] = await Promise.all([
      this.trunksOf(call),
      call.caller === null ? null : this.numbers.findByE164(call.caller),
    ]);
    const trunk =
      trunks.find(({ accountId }) => accountId === own?.accountId) ?? trunks.find(({ counts }) => counts) ?? trunks[0];
    if (!trunk) return null;
    const shown = trunk.callerIdOverride === null ? own : await this.numbers.findByE164(trunk.callerIdOverride);
    return { trunk, number: shown?.accountId === trunk.accountId ? shown : null };
  }

  /** None for a call that a carrier brings: those are for our numbers alone. */
  private async trunksOf({ request, at }: Call): Promise<readonly SourceTrunk[]> {
    const { authUser, sourceIp } = request;
    const [named, isFromCarrier] = await Promise.all([
      this.snapshots.ofSource({ authUser, ip: sourceIp }, at, request),
      authUser === null && sourceIp !== null && this.snapshots.isCarrierSource(sourceIp),
    ]);
    return isFromCarrier ? [] : named.filter(({ status }) => status !== 'archived');
  }

  private async countryOf(call: Call, { trunk, number }: EmergencyCaller): Promise<string> {
    const shown = number && this.plan.countryOf(number.e164);
    return shown ?? call.callerCountry ?? (await this.countries.country(trunk.accountId));
  }

  private async outcomeOf(
    call: Call,
    { trunk, number }: EmergencyCaller,
    { dialled, country }: { readonly dialled: string; readonly country: string },
  ): Promise<Outcome> {
    const carriers = await this.snapshots.emergencyCarriers(call.at);
    if (carriers.length === 0) return reject('emergency_not_served');
    const random = () => this.random.next();
    const leg = { called: dialled, callerId: number?.e164 ?? null, trunk, country };
    // Without the trunk's and the carrier's ids the call takes no place of either, so no limit applies to it.
    const legs = this.legs
      .toNetwork(carriers, leg, random)
      .map((each) => ({ ...each, trunkId: null, carrierId: null, headers: PRIORITY }));
    return {
      action: 'route',
      offer: {
        plan: planOver(legs),
        rating: freeOfCharge(dialled),
        direction: 'outbound',
        limits: { maxConcurrentCalls: null, outboundDailyCapCents: null },
        // It costs nothing, so nothing is asked of the wallet.
        cover: { availableCents: 0, outboundUsedCents: 0 },
      },
    };
  }
}

function planOver(legs: readonly Leg[]): CallPlan<Leg> {
  return planCall({
    strategy: 'failover',
    ringTimeoutSeconds: RINGING_MAX_SECONDS,
    maxRetries: 0,
    candidates: [{ targetId: null, weight: 0, legs }],
    turn: 1,
    random: () => 0,
  });
}

function ownerOf({ trunk, number }: EmergencyCaller, country: string): CallOwner {
  return {
    accountId: trunk.accountId,
    direction: 'outbound',
    e164: number?.e164 ?? null,
    numberId: number?.numberId ?? null,
    numberType: number?.numberType ?? null,
    country,
    routingProfileId: null,
    sipTrunkId: trunk.id,
  };
}

/** Kept with the decision, so that the CDR is charged nothing, whatever a rate deck says of the number. */
function freeOfCharge(dialled: string): RateQuote {
  const price = { ratePerMinuteMicrocents: 0, firstSeconds: 1, nextSeconds: 1, connectionFeeCents: 0 };
  return { deckId: 'emergency', prefix: dialled, description: 'Emergency call', ...price };
}
