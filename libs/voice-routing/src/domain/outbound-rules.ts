import type { OutboundTerms } from '@trunkline/kernel';

/** What a fraud alert does: notify, or also block the outbound calls of the account. */
export const ALERT_ACTIONS = ['alert', 'block'] as const;
export type AlertAction = (typeof ALERT_ACTIONS)[number];

/** Wall-clock times (`22:00`) in the time zone of the account. `from` after `to` wraps midnight. */
export interface Night {
  readonly from: string;
  readonly to: string;
}

/** The operator's rules for the outbound calls of all accounts. */
export interface OutboundPolicy {
  /** Countries that accounts may call without opening them. */
  readonly defaultCountries: readonly string[];
  /** Countries that only a verified account may open; null: all that are not in `defaultCountries`. */
  readonly highRiskCountries: readonly string[] | null;
  readonly night: Night;
  readonly onAlert: AlertAction;
}

/** A range of numbers whose owner shares the revenue of calls with those who generate them. */
export interface RevenueShareRange {
  /** First digits, without `+`. */
  readonly prefix: string;
  readonly description: string;
  readonly createdAt: Date;
}

type CountryPolicy = Pick<OutboundPolicy, 'defaultCountries' | 'highRiskCountries'>;

/** Returns whether opening the country takes a verified account. */
export function isHighRisk(country: string, { defaultCountries, highRiskCountries }: CountryPolicy): boolean {
  return highRiskCountries === null ? !defaultCountries.includes(country) : highRiskCountries.includes(country);
}

export interface DialledNumber {
  readonly e164: string;
  /** ISO 3166-1 alpha-2; null for a number without a country, such as one of a satellite network. */
  readonly country: string | null;
}

/** Why a country is open to an account: the first that applies. */
export const OPEN_BECAUSE = ['account', 'own', 'exception', 'default', 'charged', 'number'] as const;
export type OpenBecause = (typeof OPEN_BECAUSE)[number];

/** The policy, the prefixes of its revenue-share ranges, and what alerts have stopped. */
export interface PolicyInForce {
  readonly policy: OutboundPolicy;
  readonly revenueSharePrefixes: ReadonlySet<string>;
  /** Accounts whose outbound calls an alert has stopped. */
  readonly blockedAccounts: ReadonlySet<string>;
}

export type NumberRefusal = 'range_not_allowed' | 'country_unknown' | 'country_not_allowed';

/** Returns why numbers of this range must not be called, or null. See docs/outbound.md#which-numbers. */
export function rangeRefusal(
  { e164 }: DialledNumber,
  terms: OutboundTerms,
  { revenueSharePrefixes }: Pick<PolicyInForce, 'revenueSharePrefixes'>,
): 'range_not_allowed' | null {
  return !isExcepted(e164, terms) && beginsWithOne(e164, revenueSharePrefixes) ? 'range_not_allowed' : null;
}

/**
 * Returns why numbers of this country must not be called, or null. `numbers` are the countries in which the account has
 * numbers. See docs/outbound.md#which-numbers.
 */
export function countryRefusal(
  { e164, country }: DialledNumber,
  terms: OutboundTerms,
  { policy }: Pick<PolicyInForce, 'policy'>,
  numbers: readonly string[],
): 'country_unknown' | 'country_not_allowed' | null {
  if (country === null) return isExcepted(e164, terms) ? null : 'country_unknown';
  return openBecause(country, terms, policy, numbers) === null ? 'country_not_allowed' : null;
}

function isExcepted(e164: string, { outboundExceptions }: OutboundTerms): boolean {
  return beginsWithOne(e164, new Set(outboundExceptions.ranges));
}

/** Any key that may buy numbers could open a high-risk country, so numbers there do not. */
function opensByNumber(country: string, policy: CountryPolicy, numbers: readonly string[]): boolean {
  return numbers.includes(country) && !isHighRisk(country, policy);
}

/** Returns why the account may call the country, or null. A list of its own replaces the defaults. */
export function openBecause(
  country: string,
  { outbound, outboundExceptions, country: own, chargedCountries }: OutboundTerms,
  policy: CountryPolicy,
  numbers: readonly string[],
): OpenBecause | null {
  if (outbound.allowedCountries !== null) return outbound.allowedCountries.includes(country) ? 'account' : null;
  if (country === own) return 'own';
  if (outboundExceptions.countries.includes(country)) return 'exception';
  if (policy.defaultCountries.includes(country)) return 'default';
  if (chargedCountries.includes(country)) return 'charged';
  return opensByNumber(country, policy, numbers) ? 'number' : null;
}

/** Looks up each beginning of the number, so that the size of the table does not matter. */
function beginsWithOne(e164: string, prefixes: ReadonlySet<string>): boolean {
  const digits = e164.slice(1);
  for (let length = 1; length <= digits.length; length++) if (prefixes.has(digits.slice(0, length))) return true;
  return false;
}
