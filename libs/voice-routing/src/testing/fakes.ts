import { WebhookUrls, type WebhookUrlCheck } from '../application/profiles/ports';
import { GatewayPasswords, HostResolver, type HostCheck } from '../application/trunks/ports';
import type { AccountStatus, Tier, CallDecision, RateQuote } from '@trunkline/kernel';
import { type CallCover, CallFunds, type CallHoldOrder, type HeldCall } from '../application/live-calls/ports';
import { AuditLog, type KnownNumber, NumberDirectory, NumberRouting, type OperatorEntry } from '../application/ports';
import {
  type CarrierPeer,
  type NewDecision,
  DecisionLog,
  type StartResult,
  type ProfileState,
  RoutingSnapshots,
  type SourceTrunk,
  type TrunkState,
  AccountStates,
  CallPrices,
  NumberingPlan,
  type PricedCall,
  RandomSource,
  SpendCaps,
  Turns,
} from '../application/calls/ports';
import type { AccountCountries } from '../application/emergency/ports';

export class FakeNumbers extends NumberDirectory {
  readonly numbers: KnownNumber[] = [];

  override findByE164(e164: string): Promise<KnownNumber | null> {
    return Promise.resolve(this.numbers.find((number) => number.e164 === e164) ?? null);
  }

  override isOwned(accountId: string, e164: string): Promise<boolean> {
    return Promise.resolve(this.numbers.some((number) => number.e164 === e164 && number.accountId === accountId));
  }

  override lockOwned(accountId: string, e164: string): Promise<boolean> {
    return this.isOwned(accountId, e164);
  }

  override countByTrunks(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.count(accountId, ids, ({ trunkId }) => trunkId));
  }

  override countByProfiles(accountId: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(this.count(accountId, ids, ({ routingProfileId }) => routingProfileId));
  }

  override countLiveByProfile(accountId: string, profileId: string): Promise<number> {
    return Promise.resolve(
      this.count(accountId, [profileId], ({ routingProfileId }) => routingProfileId).get(profileId) ?? 0,
    );
  }

  private count(accountId: string, ids: readonly string[], routeOf: (number: KnownNumber) => string | null) {
    const routed = (id: string) =>
      this.numbers.filter((number) => number.accountId === accountId && routeOf(number) === id);
    return new Map(ids.map((id) => [id, routed(id).length]));
  }
}

export class FakeNumberRouting extends NumberRouting {
  readonly detached: string[] = [];

  override detachTrunk(_accountId: string, trunkId: string): Promise<void> {
    this.detached.push(trunkId);
    return Promise.resolve();
  }

  override detachProfile(_accountId: string, profileId: string): Promise<void> {
    this.detached.push(profileId);
    return Promise.resolve();
  }
}

/** Charges a cent per second and leg, so that cents are seconds. */
export class FakePrices extends CallPrices {
  readonly quoted: PricedCall[] = [];
  /** Numbers with this prefix have no price. */
  unpriced: string | null = null;

  override quote(call: PricedCall): Promise<RateQuote | null> {
    this.quoted.push(call);
    if (this.unpriced !== null && call.to.startsWith(this.unpriced)) return Promise.resolve(null);
    return Promise.resolve(aQuote({ prefix: call.direction }));
  }

  override totalCents(legs: readonly RateQuote[], billableSeconds: number): number {
    return pricedLegs(legs) * billableSeconds;
  }

  override affordableSeconds(legs: readonly RateQuote[], availableCents: number): number {
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

/** One wallet for all accounts. */
export class FakeFunds extends CallFunds {
  availableCents = 600;
  outboundUsedCents = 0;
  hasToppedUp = true;
  readonly held = new Map<string, number>();
  /** What another call holds between `funding` and `hold`. */
  takenMeanwhileCents = 0;

  override funding(): Promise<CallCover & { readonly hasToppedUp: boolean }> {
    return Promise.resolve({ ...this.cover, hasToppedUp: this.hasToppedUp });
  }

  override hold({ decisionId, amountCents, item, outboundCapCents }: CallHoldOrder): Promise<CallCover | null> {
    this.availableCents -= this.takenMeanwhileCents;
    this.takenMeanwhileCents = 0;
    const isOutbound = item === 'usage_outbound';
    const isCapped = isOutbound && outboundCapCents !== null && this.outboundUsedCents + amountCents > outboundCapCents;
    if (amountCents > this.availableCents || isCapped) return Promise.resolve(this.cover);
    this.availableCents -= amountCents;
    if (isOutbound) this.outboundUsedCents += amountCents;
    this.held.set(decisionId, (this.held.get(decisionId) ?? 0) + amountCents);
    return Promise.resolve(null);
  }

  override shrink({ decisionId }: HeldCall, keepCents: number): Promise<void> {
    const held = this.held.get(decisionId) ?? 0;
    this.availableCents += Math.max(0, held - keepCents);
    this.held.set(decisionId, Math.min(held, keepCents));
    return Promise.resolve();
  }

  override async release(calls: readonly HeldCall[]): Promise<void> {
    for (const call of calls) await this.shrink(call, 0);
  }

  private get cover(): CallCover {
    return { availableCents: this.availableCents, outboundUsedCents: this.outboundUsedCents };
  }
}

export class FakeAccounts extends AccountStates implements AccountCountries {
  current: AccountStatus = 'active';
  home = 'DE';
  tier: Tier = 'verified';
  maxConcurrentCalls: number | null = null;

  country(): Promise<string> {
    return Promise.resolve(this.home);
  }

  override callTerms() {
    return Promise.resolve({ status: this.current, tier: this.tier, maxConcurrentCalls: this.maxConcurrentCalls });
  }
}

export class FakeCaps extends SpendCaps {
  override readonly trialCents = 1_000;
  override readonly selfServeCents = 10_000;
}

export class FakeHosts extends HostResolver {
  readonly refused = new Set<string>();
  readonly pinned = new Map<string, string>();

  override check(host: string): Promise<HostCheck> {
    return Promise.resolve(
      this.refused.has(host)
        ? { isAllowed: false, reason: 'is private' }
        : { isAllowed: true, address: this.pinned.get(host) ?? null },
    );
  }
}

export class FakeWebhookUrls extends WebhookUrls {
  readonly refused = new Set<string>();

  override check(url: string): Promise<WebhookUrlCheck> {
    return Promise.resolve(this.refused.has(url) ? { isAllowed: false, reason: 'is private' } : { isAllowed: true });
  }
}

export class PlainPasswords extends GatewayPasswords {
  override seal(gatewayId: string, password: string): string {
    return `${gatewayId}:${password}`;
  }

  override open(gatewayId: string, sealed: string): string {
    return sealed.slice(gatewayId.length + 1);
  }
}

export class CountingTurns extends Turns {
  private readonly turns = new Map<string, number>();

  override next(profileId: string): Promise<number> {
    const turn = (this.turns.get(profileId) ?? 0) + 1;
    this.turns.set(profileId, turn);
    return Promise.resolve(turn);
  }
}

export class TwoCountries extends NumberingPlan {
  override countryOf(e164: string): string | null {
    if (e164.startsWith('+49')) return 'DE';
    return e164.startsWith('+43') ? 'AT' : null;
  }

  override callingCodeOf(country: string): string | null {
    return { DE: '49', AT: '43', US: '1' }[country] ?? null;
  }

  override nationalOf(e164: string): string | null {
    return this.countryOf(e164) && `0${e164.slice(3)}`;
  }
}

export class FirstDraw extends RandomSource {
  override next(): number {
    return 0;
  }
}

export class FakeSnapshots extends RoutingSnapshots {
  readonly trunks = new Map<string, TrunkState>();
  readonly profiles = new Map<string, ProfileState>();
  sources: SourceTrunk[] = [];
  outward: CarrierPeer[] = [];
  readonly carrierSources = new Set<string>();

  override ofTrunk(_accountId: string, trunkId: string): Promise<TrunkState | null> {
    return Promise.resolve(this.trunks.get(trunkId) ?? null);
  }

  override ofProfile(_accountId: string, profileId: string): Promise<ProfileState | null> {
    return Promise.resolve(this.profiles.get(profileId) ?? null);
  }

  override ofSource(): Promise<SourceTrunk[]> {
    return Promise.resolve(this.sources);
  }

  readonly confirmed: (readonly [accountId: string, ip: string])[] = [];

  override confirmSources(accountId: string, ip: string): Promise<void> {
    this.confirmed.push([accountId, ip]);
    return Promise.resolve();
  }

  override forwardsOf(profileId: string): Promise<string[]> {
    const targets = this.profiles.get(profileId)?.targets ?? [];
    return Promise.resolve(
      targets.flatMap(({ pstnForwardE164 }) => (pstnForwardE164 === null ? [] : [pstnForwardE164])),
    );
  }

  override carriers(): Promise<CarrierPeer[]> {
    return Promise.resolve(this.outward);
  }

  override emergencyCarriers(): Promise<CarrierPeer[]> {
    return Promise.resolve(this.outward.filter(({ emergency }) => emergency));
  }

  override isCarrierSource(ip: string): Promise<boolean> {
    return Promise.resolve(this.carrierSources.has(ip));
  }
}

export class RecordingAudit extends AuditLog {
  readonly entries: OperatorEntry[] = [];

  override record(entry: OperatorEntry): Promise<void> {
    this.entries.push(entry);
    return Promise.resolve();
  }
}

export class RecordingDecisions extends DecisionLog {
  readonly decisions: NewDecision[] = [];
  /** The number of routed calls that lose the trunk's last slot. */
  placesLost = 0;
  /** The account's limit of concurrent calls is reached. */
  isAccountFull = false;

  override add(decision: NewDecision): Promise<void> {
    this.decisions.push(decision);
    return Promise.resolve();
  }

  override start(decision: NewDecision): Promise<StartResult> {
    if (this.isAccountFull) return Promise.resolve('account_full');
    if (this.placesLost-- > 0) return Promise.resolve('trunk_full');
    this.decisions.push(decision);
    return Promise.resolve('started');
  }

  override findByCalls(): Promise<CallDecision[]> {
    return Promise.resolve([]);
  }

  override findMany(): Promise<CallDecision[]> {
    return Promise.resolve([]);
  }

  override endCalls(): Promise<void> {
    return Promise.resolve();
  }

  override markReported(): Promise<void> {
    return Promise.resolve();
  }
}
