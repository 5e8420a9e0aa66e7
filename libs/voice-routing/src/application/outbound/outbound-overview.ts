import { CALLABLE_COUNTRIES } from '@trunkline/kernel';
import type { AccountStanding } from '../calls/account-standing';
import type { CountryRule, OutboundRules } from './outbound-rules';

/** What limits the outbound calls of an account, and why. */
export interface OutboundInForce {
  /** The lower of the account's cap and that of its tier; null: no cap. */
  readonly dailyCapCents: number | null;
  /** Charged on this UTC day, and held by live calls. */
  readonly usedTodayCents: number;
  readonly callsPerSecond: number | null;
  readonly maxRatePerMinuteMicrocents: number | null;
  readonly countries: readonly CountryRule[];
  /** First digits of numbers that an operator has opened for the account. */
  readonly exceptedRanges: readonly string[];
}

/** Explains the rules for outbound calls to the account that they apply to. */
export class OutboundOverview {
  constructor(
    private readonly standings: AccountStanding,
    private readonly rules: OutboundRules,
  ) {}

  /** Throws `not_found`. */
  async of(accountId: string): Promise<OutboundInForce> {
    const { tier, outbound: terms, limits, cover } = await this.standings.of(accountId);
    return {
      dailyCapCents: limits.outboundDailyCapCents,
      usedTodayCents: cover.outboundUsedCents,
      callsPerSecond: limits.callsPerSecond,
      maxRatePerMinuteMicrocents: terms.outbound.maxRatePerMinuteMicrocents,
      countries: await this.rules.rulesOf(accountId, tier, terms, CALLABLE_COUNTRIES),
      exceptedRanges: terms.outboundExceptions.ranges,
    };
  }
}
