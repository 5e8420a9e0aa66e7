import {
  type AccountStatus,
  CALLABLE_COUNTRIES,
  type CallDecision,
  ConditionNotMet,
  type Direction,
  NO_EXCEPTIONS,
  OUTBOUND_DEFAULTS,
  type OutboundExceptions,
  type OutboundSettings,
  type RateQuote,
  type Tier,
} from '@trunkline/kernel';
import {
  type AccountStates,
  type CallSender,
  type CallTerms,
  type CallPrices,
  type CarrierCost,
  type CarrierPeer,
  type DecisionLog,
  type NewDecision,
  type PricedCall,
  type ProfileState,
  type RandomSource,
  type RoutingSnapshots,
  type SourceTrunk,
  type SpendCaps,
  type StartResult,
  type TrunkState,
  type WebrtcUserState,
  type Turns,
} from '../../application/calls/ports';
import type { CallRates, OutboundPolicies, StartingCall } from '../../application/outbound/ports';
import type { AccountCountries } from '../../application/ports';
import type { OutboundPolicy, PolicyInForce } from '../../domain/outbound-rules';

/** Charges a cent per second and leg, so that cents are seconds. */
export class FakePrices implements CallPrices {
  readonly quoted: PricedCall[] = [];
  /** Numbers with this prefix have no price. */
  unpriced: string | null = null;
  /** Of the account. */
  discountPct = 0;

  quote(call: PricedCall): Promise<RateQuote | null> {
    this.quoted.push(call);
    if (this.unpriced !== null && call.to.startsWith(this.unpriced)) return Promise.resolve(null);
    const { discountPct } = this;
    return Promise.resolve(aQuote({ prefix: call.direction, ...(discountPct > 0 && { discountPct }) }));
  }

  /** What carriers charge, by direction of the leg. */
  readonly costs: Record<Direction, Map<string, CarrierCost>> = { inbound: new Map(), outbound: new Map() };

  async quoteWithCosts(call: PricedCall) {
    return { price: await this.quote(call), costs: this.costs[call.direction] };
  }

  totalCents(legs: readonly RateQuote[], billableSeconds: number): number {
    return pricedLegs(legs) * billableSeconds;
  }

  affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
    const priced = pricedLegs(legs);
    return priced === 0 ? 14_400 : Math.min(14_400, Math.max(0, Math.floor(availableCents / priced)));
  }
}

/** Legs without a price, such as emergency calls, are free. */
function pricedLegs(legs: readonly RateQuote[]): number {
  return legs.filter(({ ratePerMinuteMicrocents }) => ratePerMinuteMicrocents > 0).length;
}

export function aQuote(given: Partial<RateQuote> = {}): RateQuote {
  return {
    deckId: 'deck_1',
    prefix: '',
    description: 'Calls',
    ratePerMinuteMicrocents: 60_000_000,
    firstSeconds: 1,
    nextSeconds: 1,
    connectionFeeCents: 0,
    ...given,
  };
}

export class FakeAccounts implements AccountStates, AccountCountries {
  current: AccountStatus = 'active';
  home = 'DE';
  /** Countries of other accounts. */
  readonly homes = new Map<string, string>();
  tier: Tier = 'verified';
  maxConcurrentCalls: number | null = null;

  country(accountId: string): Promise<string> {
    return Promise.resolve(this.homes.get(accountId) ?? this.home);
  }

  outbound: OutboundSettings = OUTBOUND_DEFAULTS;
  /** Numbers that belong to no country are open too. */
  outboundExceptions: OutboundExceptions = { ...NO_EXCEPTIONS, ranges: Array.from('123456789') };
  chargedCountries: readonly string[] = [];

  get(): Promise<CallTerms> {
    const { current: status, tier, maxConcurrentCalls, home: country } = this;
    const { outbound, outboundExceptions, chargedCountries } = this;
    const terms = { outbound, outboundExceptions, chargedCountries };
    return Promise.resolve({ status, tier, maxConcurrentCalls, country, ...terms });
  }
}

/** Opens every country. */
export class FakePolicies implements OutboundPolicies {
  policy: OutboundPolicy = {
    defaultCountries: CALLABLE_COUNTRIES,
    highRiskCountries: null,
    night: { from: '22:00', to: '06:00' },
    onAlert: 'alert',
  };
  revenueShare = new Set<string>();
  blockedAccounts = new Set<string>();

  inForce(): Promise<PolicyInForce> {
    return Promise.resolve({
      policy: this.policy,
      revenueSharePrefixes: this.revenueShare,
      blockedAccounts: this.blockedAccounts,
    });
  }

  get(): Promise<OutboundPolicy> {
    return Promise.resolve(this.policy);
  }

  lock(): Promise<OutboundPolicy> {
    return this.get();
  }

  save(policy: OutboundPolicy): Promise<void> {
    this.policy = policy;
    return Promise.resolve();
  }
}

/** Records the calls that start. */
export class FakeCallRates implements CallRates {
  reached: 'account' | 'trunk' | null = null;
  readonly started: StartingCall[] = [];

  take(call: StartingCall): Promise<'account' | 'trunk' | null> {
    this.started.push(call);
    return this.reachedBy();
  }

  reachedBy(): Promise<'account' | 'trunk' | null> {
    return Promise.resolve(this.reached);
  }
}

export class FakeCaps implements SpendCaps {
  readonly trialCents = 1_000;
  readonly selfServeCents = 10_000;
  readonly rateFactor = 1;
}

export class CountingTurns implements Turns {
  private readonly turns = new Map<string, number>();

  next(profileId: string): Promise<number> {
    const turn = (this.turns.get(profileId) ?? 0) + 1;
    this.turns.set(profileId, turn);
    return Promise.resolve(turn);
  }
}

export class FirstDraw implements RandomSource {
  next(): number {
    return 0;
  }
}

export class FakeSnapshots implements RoutingSnapshots {
  readonly trunks = new Map<string, TrunkState>();
  readonly profiles = new Map<string, ProfileState>();
  sources: SourceTrunk[] = [];
  outward: CarrierPeer[] = [];
  readonly carrierSources = new Set<string>();
  /** Addresses by carrier. A carrier without is deleted. */
  readonly sourcesOf = new Map<string, readonly string[]>();
  /** Numbers that carriers were read for. */
  readonly asked: string[] = [];

  ofTrunk(_accountId: string, trunkId: string): Promise<TrunkState | null> {
    return Promise.resolve(this.trunks.get(trunkId) ?? null);
  }

  readonly webrtcUsers = new Map<string, WebrtcUserState>();

  ofWebrtcUser(_accountId: string, userId: string): Promise<WebrtcUserState | null> {
    return Promise.resolve(this.webrtcUsers.get(userId) ?? null);
  }

  ofProfile(_accountId: string, profileId: string): Promise<ProfileState | null> {
    return Promise.resolve(this.profiles.get(profileId) ?? null);
  }

  ofSource(): Promise<SourceTrunk[]> {
    return Promise.resolve(this.sources);
  }

  readonly confirmed: (readonly [accountId: string, ip: string])[] = [];

  sender: CallSender = { authUser: null, sourceIp: '198.51.100.7' };

  senderOf(): Promise<CallSender> {
    return Promise.resolve(this.sender);
  }

  sourceTrunk(accountId: string, trunkId: string): Promise<SourceTrunk | null> {
    const isTrunk = (each: SourceTrunk) => each.id === trunkId && each.accountId === accountId;
    return Promise.resolve(this.sources.find(isTrunk) ?? null);
  }

  confirmSources(accountId: string, ip: string): Promise<void> {
    this.confirmed.push([accountId, ip]);
    return Promise.resolve();
  }

  readonly used: string[] = [];

  markUsed(accountId: string): Promise<void> {
    this.used.push(accountId);
    return Promise.resolve();
  }

  forwardsOf(profileId: string): Promise<string[]> {
    const targets = this.profiles.get(profileId)?.targets ?? [];
    return Promise.resolve(
      targets.flatMap(({ pstnForwardE164 }) => (pstnForwardE164 === null ? [] : [pstnForwardE164])),
    );
  }

  carriers(e164: string): Promise<CarrierPeer[]> {
    this.asked.push(e164);
    return Promise.resolve(this.outward);
  }

  emergencyCarriers(): Promise<CarrierPeer[]> {
    return Promise.resolve(this.outward.filter(({ emergency }) => emergency));
  }

  carrierOf(ip: string): Promise<string | null> {
    return Promise.resolve(this.carrierSources.has(ip) ? 'car_1' : null);
  }

  /** Live calls of the account. */
  liveCalls = 0;

  hasCalls(_accountId: string, max: number): Promise<boolean> {
    return Promise.resolve(this.liveCalls >= max);
  }

  isSourceOf(carrierId: string, ip: string): Promise<boolean> {
    return Promise.resolve(this.sourcesOf.get(carrierId)?.includes(ip) ?? true);
  }
}

export class RecordingDecisions implements DecisionLog {
  readonly decisions: NewDecision[] = [];
  /** The number of routed calls that lose the trunk's last slot. */
  placesLost = 0;
  /** The account's limit of concurrent calls is reached. */
  isAccountFull = false;
  /** Calls are already live. */
  isRepeated = false;

  add(decision: NewDecision): Promise<void> {
    this.decisions.push(decision);
    return Promise.resolve();
  }

  start(decision: NewDecision, maxConcurrentCalls: number | null): Promise<StartResult> {
    if (this.isAccountFull && maxConcurrentCalls !== null) return Promise.resolve('account_full');
    if (this.placesLost-- > 0) return Promise.resolve('peer_full');
    this.decisions.push(decision);
    return Promise.resolve(this.isRepeated ? 'repeated' : 'started');
  }

  startOrFail(decision: NewDecision, maxConcurrentCalls: number | null): Promise<void> {
    const isFull = this.isAccountFull && maxConcurrentCalls !== null;
    if (isFull || this.placesLost > 0 || this.isRepeated) return Promise.reject(new ConditionNotMet());
    this.decisions.push(decision);
    return Promise.resolve();
  }

  findByCalls(): Promise<CallDecision[]> {
    return Promise.resolve([]);
  }

  findMany(): Promise<CallDecision[]> {
    return Promise.resolve([]);
  }

  endCalls(): Promise<void> {
    return Promise.resolve();
  }

  limitHolds(): Promise<void> {
    return Promise.resolve();
  }

  markReported(): Promise<void> {
    return Promise.resolve();
  }
}
