import type { OutboundTerms, RateQuote, Tier } from '@trunkline/kernel';
import {
  type DialledNumber,
  isHighRisk,
  numberRefusal,
  type NumberRefusal,
  openBecause,
  type OpenBecause,
  type PolicyInForce,
} from '../../domain/outbound-rules';
import type { CallOffer } from '../calls/call';
import type { NumberDirectory } from '../ports';
import type { CallRates, OutboundPolicies, StartingCall } from './ports';

type PriceRefusal = 'destination_not_allowed' | 'rate_not_allowed';
export type DestinationRefusal = NumberRefusal | PriceRefusal | 'blocked_by_alert';
export type StartRefusal = 'calls_per_second_reached' | 'trunk_calls_per_second_reached';

/** Tiers whose identity was checked, which may open high-risk countries. */
const VERIFIED: readonly Tier[] = ['verified', 'wholesale'];

/** A country as an account may call it. */
export interface CountryRule {
  readonly country: string;
  /** Null: closed. */
  readonly openBecause: OpenBecause | null;
  /** Opening it takes a verified account. */
  readonly needsVerification: boolean;
}

/** Decides which numbers an account may call, and at which price. See docs/outbound.md. */
export class OutboundRules {
  constructor(
    private readonly policies: OutboundPolicies,
    private readonly numbers: NumberDirectory,
    private readonly rates: CallRates,
  ) {}

  /** Reads what the rules depend on, while other reads of the decision are on their way. */
  inForce(): Promise<PolicyInForce> {
    return this.policies.inForce();
  }

  /** Returns why the account must not call the number at this price, or null. */
  async refusal(
    accountId: string,
    terms: OutboundTerms,
    dialled: DialledNumber,
    rating: RateQuote | null,
  ): Promise<DestinationRefusal | null> {
    return (await this.numberRefusal(accountId, terms, dialled)) ?? priceRefusal(rating, terms);
  }

  /** Returns why the account must not call the number or send it messages, whatever the price, or null. */
  async numberRefusal(
    accountId: string,
    terms: OutboundTerms,
    dialled: DialledNumber,
  ): Promise<NumberRefusal | 'blocked_by_alert' | null> {
    const policy = await this.policies.inForce();
    if (policy.blockedAccounts.has(accountId)) return 'blocked_by_alert';
    const refusal = numberRefusal(dialled, terms, policy, []);
    if (refusal !== 'country_not_allowed' || terms.outbound.allowedCountries !== null) return refusal;
    // Few calls go to a country that only the account's numbers open, so the others do not read them.
    return numberRefusal(dialled, terms, policy, await this.numbers.countriesOf(accountId));
  }

  /**
   * Counts a call that leaves over a carrier at once, against the calls per second of its account and trunk. Returns what
   * rejects it, or null. Call it without a database connection.
   */
  async startRefusal(accountId: string | null, offer: CallOffer): Promise<StartRefusal | null> {
    const { callsPerSecond } = offer.limits;
    const trunk = limitedTrunkOf(offer);
    if (!leavesAtOnce(offer) || accountId === null || (callsPerSecond === null && trunk === null)) return null;
    const reached = await this.rates.take({ accountId, callsPerSecond, trunk });
    return reached && (reached === 'trunk' ? 'trunk_calls_per_second_reached' : 'calls_per_second_reached');
  }

  /** Returns those of the countries that the account could open only if it were verified. */
  async closedTo(
    { accountId, tier, ...terms }: OutboundTerms & { readonly accountId: string; readonly tier: Tier },
    countries: readonly string[],
  ): Promise<readonly string[]> {
    const rules = await this.rulesOf(accountId, tier, terms, countries);
    return rules.filter((rule) => rule.needsVerification).map(({ country }) => country);
  }

  /** Returns the rule of each of the countries. */
  async rulesOf(
    accountId: string,
    tier: Tier,
    terms: OutboundTerms,
    countries: readonly string[],
  ): Promise<CountryRule[]> {
    const [{ policy }, numbers] = await Promise.all([this.policies.inForce(), this.numbers.countriesOf(accountId)]);
    const byDefault = { ...terms, outbound: { ...terms.outbound, allowedCountries: null } };
    const isVerified = VERIFIED.includes(tier);
    return countries.map((country) => {
      const reason = openBecause(country, terms, policy, numbers);
      const isOpen = reason !== null || openBecause(country, byDefault, policy, numbers) !== null;
      return { country, openBecause: reason, needsVerification: !isVerified && !isOpen && isHighRisk(country, policy) };
    });
  }
}

function priceRefusal(
  rating: RateQuote | null,
  { outbound: { maxRatePerMinuteMicrocents: most } }: OutboundTerms,
): PriceRefusal | null {
  if (rating === null) return 'destination_not_allowed';
  const { ratePerMinuteMicrocents, discountPct = 0 } = rating;
  // What the account pays, as its prices are shown.
  return most !== null && ratePerMinuteMicrocents * (100 - discountPct) > most * 100 ? 'rate_not_allowed' : null;
}

function limitedTrunkOf({ trunk }: CallOffer): StartingCall['trunk'] {
  return trunk?.maxCallsPerSecond ? { id: trunk.id, callsPerSecond: trunk.maxCallsPerSecond } : null;
}

function leavesAtOnce({ direction, plan }: CallOffer): boolean {
  return direction === 'outbound' || Boolean(plan.attempts[0]?.leg.carrierId);
}
