import type { OutboundTerms, RateQuote, Tier } from '@trunkline/kernel';
import {
  type DialledNumber,
  isHighRisk,
  countryRefusal,
  type NumberRefusal,
  openBecause,
  type OpenBecause,
  type PolicyInForce,
  rangeRefusal,
} from '../../domain/outbound-rules';
import type { CallOffer } from '../calls/call';
import { type CallRule, firstRefusal } from '../calls/checks';
import type { NumberDirectory } from '../ports';
import type { CallRates, OutboundPolicies, StartingCall } from './ports';

/** The account that calls, and the rules that apply to it. */
interface Calling {
  readonly accountId: string;
  readonly terms: OutboundTerms;
  readonly policy: PolicyInForce;
}

/** Reads the countries of the account's numbers. */
type NumberCountries = () => Promise<readonly string[]>;

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
    const calling = { accountId, terms, policy: await this.policies.inForce() };
    return firstRefusal({}, this.of(calling, dialled, rating));
  }

  /**
   * Returns a function that returns why the account must not call a number or send it messages, whatever the price, or null. For
   * many numbers, it reads as much as for one.
   */
  numberRefusals(
    accountId: string,
    terms: OutboundTerms,
  ): (dialled: DialledNumber) => Promise<NumberRefusal | 'blocked_by_alert' | null> {
    const numberCountries = once(() => this.numbers.countriesOf(accountId));
    return async (dialled) => {
      const policy = await this.policies.inForce();
      return firstRefusal({}, this.ofNumber({ accountId, terms, policy }, dialled, numberCountries));
    };
  }

  /** Returns the rules for calls of the account to the number at this price, in order. */
  of(calling: Calling, dialled: DialledNumber, rating: RateQuote | null): CallRule<DestinationRefusal>[] {
    return [
      ...this.ofNumber(calling, dialled, () => this.numbers.countriesOf(calling.accountId)),
      priceRule(rating),
      rateRule(rating, calling.terms),
    ];
  }

  private ofNumber(calling: Calling, dialled: DialledNumber, numberCountries: NumberCountries) {
    const { accountId, terms, policy } = calling;
    const isBlocked = policy.blockedAccounts.has(accountId);
    const { country } = dialled;
    return [
      {
        check: 'alert',
        refusal: () => (isBlocked ? 'blocked_by_alert' : null),
        detail: () => `${isBlocked ? 'An' : 'No'} alert has stopped the outbound calls of the account.`,
      },
      {
        check: 'range',
        refusal: () => rangeRefusal(dialled, terms, policy),
        detail: () =>
          `The number is ${rangeRefusal(dialled, terms, policy) === null ? 'not ' : ''}in a range that shares revenue.`,
      },
      {
        check: 'country',
        refusal: () => this.countryRefusal(calling, dialled, numberCountries),
        detail: () => (country === null ? 'The number belongs to no country.' : `The number belongs to ${country}.`),
      },
    ] as const satisfies readonly CallRule<NumberRefusal | 'blocked_by_alert'>[];
  }

  private async countryRefusal({ terms, policy }: Calling, dialled: DialledNumber, numberCountries: NumberCountries) {
    const refusal = countryRefusal(dialled, terms, policy, []);
    if (refusal !== 'country_not_allowed' || terms.outbound.allowedCountries !== null) return refusal;
    // Few calls go to a country that only the account's numbers open, so the others do not read them.
    return countryRefusal(dialled, terms, policy, await numberCountries());
  }

  /**
   * Counts a call that leaves over a carrier at once, against the calls per second of its account and trunk. Returns what
   * rejects it, or null. Call it without a database connection.
   */
  startRefusal(accountId: string | null, offer: CallOffer): Promise<StartRefusal | null> {
    return this.rateRefusal(accountId, offer, (call) => this.rates.take(call));
  }

  /** Returns what would reject the call if it started now, or null. Counts nothing. */
  wouldRefuse(accountId: string | null, offer: CallOffer): Promise<StartRefusal | null> {
    return this.rateRefusal(accountId, offer, (call) => this.rates.reachedBy(call));
  }

  private async rateRefusal(
    accountId: string | null,
    offer: CallOffer,
    reachedBy: (call: StartingCall) => Promise<'account' | 'trunk' | null>,
  ): Promise<StartRefusal | null> {
    const { callsPerSecond } = offer.limits;
    const trunk = limitedTrunkOf(offer);
    if (!leavesAtOnce(offer) || accountId === null || (callsPerSecond === null && trunk === null)) return null;
    const reached = await reachedBy({ accountId, callsPerSecond, trunk });
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

/** Returns the result of the first call to each caller. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => (result ??= read());
}

function priceRule(rating: RateQuote | null): CallRule<'destination_not_allowed'> {
  return {
    check: 'price',
    refusal: () => (rating === null ? 'destination_not_allowed' : null),
    detail: () => `The number has ${rating === null ? 'no price' : `the price of ${rating.description}`}.`,
  };
}

function rateRule(
  rating: RateQuote | null,
  { outbound: { maxRatePerMinuteMicrocents: most } }: OutboundTerms,
): CallRule<'rate_not_allowed'> {
  const { ratePerMinuteMicrocents = 0, discountPct = 0 } = rating ?? {};
  // What the account pays, as its prices are shown.
  const isAbove = most !== null && ratePerMinuteMicrocents * (100 - discountPct) > most * 100;
  return {
    check: 'rate',
    refusal: () => (isAbove ? 'rate_not_allowed' : null),
    detail: () =>
      most === null
        ? 'The account has no highest price per minute.'
        : `The price per minute is ${isAbove ? 'above' : 'within'} the highest one of the account.`,
  };
}

function limitedTrunkOf({ trunk }: CallOffer): StartingCall['trunk'] {
  return trunk?.maxCallsPerSecond ? { id: trunk.id, callsPerSecond: trunk.maxCallsPerSecond } : null;
}

function leavesAtOnce({ direction, plan }: CallOffer): boolean {
  return direction === 'outbound' || Boolean(plan.attempts[0]?.leg.carrierId);
}
