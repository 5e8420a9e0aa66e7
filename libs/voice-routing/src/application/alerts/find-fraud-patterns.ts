import { type AccountHour, addSeconds, type DayRange } from '@trunkline/kernel';
import {
  EXPENSIVE_HOUR,
  expensiveHour,
  firstUseAtNight,
  type FraudPattern,
  REPEATED_MESSAGES,
  repeatedMessages,
  SHORT_CALLS,
  shortCalls,
  THIS_DAY,
  USUAL_DAYS,
} from '../../domain/fraud-alert';
import type { Night } from '../../domain/outbound-rules';
import type { AlertedAccounts, CallPatterns, MessagePatterns } from './ports';

/** Finds what looks like fraud in the calls and messages of all accounts. See docs/outbound.md#alerts. */
export class FindFraudPatterns {
  constructor(
    private readonly calls: CallPatterns,
    private readonly messages: MessagePatterns,
    private readonly accounts: AlertedAccounts,
  ) {}

  /** Returns the patterns in what was recorded since. `night` is the operator's. */
  async find(since: Date, night: Night, now: Date): Promise<FraudPattern[]> {
    const windowOf = ({ withinSeconds }: { readonly withinSeconds: number }) =>
      new Date(Math.min(since.getTime(), addSeconds(now, -withinSeconds).getTime()));
    const hours = await this.expensiveHours(since);
    const short = await this.calls.shortCalls({ ...SHORT_CALLS, from: windowOf(SHORT_CALLS) });
    const repeated = await this.messages.repeatedMessages({ ...REPEATED_MESSAGES, from: windowOf(REPEATED_MESSAGES) });
    const first = await this.firstUses(since, night);
    return [...hours, ...short.map(shortCalls), ...repeated.map(repeatedMessages), ...first];
  }

  /** Calls and messages cost the same money, so an hour costs what both cost. */
  private async expensiveHours(since: Date): Promise<FraudPattern[]> {
    const changed = [...(await this.calls.changedHours(since)), ...(await this.messages.changedHours(since))];
    const hours = [...new Map(changed.map((hour) => [`${hour.accountId} ${hour.hour.toISOString()}`, hour])).values()];
    const costs = await this.costs(hours, THIS_DAY);
    const dear = hours
      .map((hour, index) => ({ ...hour, costCents: costs[index] ?? 0 }))
      .filter(({ costCents }) => costCents > EXPENSIVE_HOUR.aboveCents);
    const usual = await this.costs(dear, USUAL_DAYS);
    return dear.flatMap((hour, index) => expensiveHour({ ...hour, usualCents: usual[index] ?? 0 }) ?? []);
  }

  private async costs(hours: readonly AccountHour[], days: DayRange): Promise<readonly number[]> {
    if (hours.length === 0) return [];
    const ofCalls = await this.calls.costs(hours, days);
    const ofMessages = await this.messages.costs(hours, days);
    return hours.map((_, index) => (ofCalls[index] ?? 0) + (ofMessages[index] ?? 0));
  }

  /** A country that was called is not new to messages, nor the other way round. */
  private async firstUses(since: Date, night: Night): Promise<FraudPattern[]> {
    const patterns: FraudPattern[] = [];
    for (const [source, other] of [
      [this.calls, this.messages],
      [this.messages, this.calls],
    ] as const)
      for (const use of await source.firstUses(since)) {
        const pattern = firstUseAtNight(use, night, await this.accounts.timezone(use.accountId));
        if (pattern && !(await other.hasUsedBefore(use))) patterns.push(pattern);
      }
    return patterns;
  }
}
