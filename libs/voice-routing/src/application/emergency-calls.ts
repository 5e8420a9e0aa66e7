import type { RateQuote } from '@trunkline/kernel';
import { NO_LIMITS } from '../domain/calls/call-limits';
import { callerIdsOf } from '../domain/calls/caller-id';
import { emergencyNumberOf, mayBeEmergency } from '../domain/emergency-numbers';
import { planLegs, RINGING_MAX_SECONDS } from '../domain/calls/plan';
import { type Call, type CallOwner, type Outcome, reject, type Verdict } from './calls/call';
import { type CallRule, firstRefusal } from './calls/checks';
import type { CarrierPeer, NumberingPlan, RandomSource, RoutingSnapshots, SourceTrunk } from './calls/ports';
import type { CarrierLegs } from './carriers/carrier-legs';
import type { AccountCountries, KnownNumber, NumberDirectory } from './ports';

/** RFC 3261, section 20.26. */
const PRIORITY = { Priority: 'emergency' } as const;

interface EmergencyCaller {
  readonly trunk: SourceTrunk;
  /** The account's number that the call presents, in any status; null when it presents none. */
  readonly number: KnownNumber | null;
}

/**
 * Routes calls from a customer's trunk to an emergency number of the caller's country, before every other check. No such
 * call is rejected for the status of the account, trunk or number, the balance, a limit or the caller ID, and none is
 * charged. See docs/emergency-calls.md.
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

  /** Returns null for a call that is not an emergency call. */
  async decide(call: Call): Promise<Verdict | null> {
    // Ordinary calls cost no query here.
    if (call.called !== null && !mayBeEmergency(call.called)) return null;
    const caller = await this.callerOf(call);
    if (!caller) return null;
    const country = await this.countryOf(call, caller);
    const dialled = emergencyNumberOf(call.request.to, { country, callingCode: this.plan.callingCodeOf(country) });
    if (dialled === null) return null;
    return {
      owner: { ...ownerOf(caller, country), withheldIdentity: call.isAnonymous ? call.request.assertedIdentity : null },
      outcome: await this.outcomeOf(call, caller, { dialled, country }),
    };
  }

  /** A call from a carrier has none: carriers only deliver calls to our numbers. Where the account is ambiguous, any will do. */
  private async callerOf(call: Call): Promise<EmergencyCaller | null> {
    const source = await call.source();
    const trunks = source.isCarrier ? [] : source.trunks.filter(({ status }) => status !== 'archived');
    const trunk = trunks.find(({ accountId }) => accountId === source.accountId) ?? trunks[0];
    if (!trunk) return null;
    const fallbacks = [call.asserted?.e164, call.fromNumber?.e164, trunk.defaultCallerId];
    const candidates = [...callerIdsOf(call, trunk), ...fallbacks.filter((each) => typeof each === 'string')];
    const known = await Promise.all(candidates.map((e164) => this.numbers.findByE164(e164)));
    return { trunk, number: known.find((each) => each?.accountId === trunk.accountId) ?? null };
  }

  private async countryOf(call: Call, { trunk, number }: EmergencyCaller): Promise<string> {
    const shown = number && this.plan.countryOf(number.e164);
    const country = call.asserted?.country ?? call.fromNumber?.country;
    return shown ?? country ?? (await this.countries.country(trunk.accountId));
  }

  private async outcomeOf(
    call: Call,
    { trunk, number }: EmergencyCaller,
    { dialled, country }: { readonly dialled: string; readonly country: string },
  ): Promise<Outcome> {
    const carriers = await this.snapshots.emergencyCarriers(call.at);
    const refusal = await firstRefusal(call, [servedRule(dialled, carriers)]);
    if (refusal !== null) return reject(refusal);
    const random = () => this.random.next();
    // Emergency centres call back, so a withheld number is presented too.
    const callerId = number?.e164 ?? call.asserted?.e164 ?? null;
    const leg = { called: dialled, callerId, isWithheld: false, costs: new Map<string, never>(), trunk, country };
    // Without the ids of trunk and carrier, their limits of concurrent calls do not apply.
    const legs = this.legs
      .toNetwork(carriers, leg, random)
      .map((each) => ({ ...each, trunkId: null, carrierId: null, headers: PRIORITY }));
    return {
      action: 'route',
      offer: {
        plan: planLegs(legs, RINGING_MAX_SECONDS),
        rating: freeOfCharge(dialled),
        direction: 'outbound',
        limits: NO_LIMITS,
        // The call is free, so the wallet is not read.
        cover: { availableCents: 0, outboundUsedCents: 0 },
      },
    };
  }
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
    sipTrunkId: trunk.isWebrtcUser ? null : trunk.id,
  };
}

function servedRule(dialled: string, carriers: readonly CarrierPeer[]): CallRule {
  const isServed = carriers.length > 0;
  return {
    check: 'emergency',
    refusal: () => (isServed ? null : 'emergency_not_served'),
    detail: () => `${dialled} is an emergency number, which ${isServed ? 'a' : 'no'} carrier takes calls to.`,
  };
}

/** Stored with the decision, so that the CDR is free whatever the rate deck says. */
function freeOfCharge(dialled: string): RateQuote {
  return {
    deckId: 'emergency',
    prefix: dialled,
    description: 'Emergency call',
    ratePerMinuteMicrocents: 0,
    firstSeconds: 1,
    nextSeconds: 1,
    connectionFeeCents: 0,
  };
}
