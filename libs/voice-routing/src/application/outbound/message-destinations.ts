import type { AccountStanding } from '../calls/account-standing';
import type { NumberingPlan } from '../calls/ports';
import type { OutboundRules } from './outbound-rules';

/** What an account may send text messages to, and for how much. */
export interface MessageTerms {
  /** The most that outbound calls and messages may cost on a UTC day, including holds; null for no limit. */
  readonly dailyCapCents: number | null;
  /** As many as calls may start per second; null for no limit. */
  readonly messagesPerSecond: number | null;
  /** Returns the rule that forbids messages to the number, or null. */
  readonly ruleAgainst: (e164: string) => Promise<string | null>;
}

/** Applies the rules for outbound calls to text messages, which cost the same money in the hands of a fraudster. */
export class MessageDestinations {
  constructor(
    private readonly standings: AccountStanding,
    private readonly rules: OutboundRules,
    private readonly plan: NumberingPlan,
  ) {}

  /** Throws `not_found`. */
  async termsOf(accountId: string): Promise<MessageTerms> {
    const { outbound, limits } = await this.standings.of(accountId);
    const refusalOf = this.rules.numberRefusals(accountId, outbound);
    return {
      dailyCapCents: limits.outboundDailyCapCents,
      messagesPerSecond: limits.callsPerSecond,
      ruleAgainst: (e164) => refusalOf({ e164, country: this.plan.countryOf(e164) }),
    };
  }
}
