import { addSeconds, type Clock, type EventBus, type Mails, type Transactor, unixSeconds } from '@trunkline/kernel';
import {
  type CallPattern,
  EXPENSIVE_HOUR,
  expensiveHour,
  firstCallAtNight,
  type FraudAlert,
  raiseAlert,
  SHORT_CALLS,
  shortCalls,
} from '../../domain/fraud-alert';
import type { Night } from '../../domain/outbound-rules';
import type { OutboundPolicies } from '../outbound/ports';
import { fraudAlertMessage } from './fraud-alert-message';
import type { AlertedAccounts, CallPatterns, CallWatch, FraudAlerts } from './ports';

/** Longer than a transaction that records calls takes, because a record has the time of the transaction's start. */
const OVERLAP_SECONDS = 120;

/** Raises alerts about calls that look like fraud. See docs/outbound.md#alerts. */
export class WatchCalls {
  constructor(
    private readonly tx: Transactor,
    private readonly watch: CallWatch,
    private readonly patterns: CallPatterns,
    private readonly alerts: FraudAlerts,
    private readonly policies: OutboundPolicies,
    private readonly accounts: AlertedAccounts,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Examines the calls that were recorded since the last run, and returns the alerts that it raised. Idempotent: a pattern is
   * raised once. Safe to run on any number of workers. After an error, the next run examines the same calls.
   */
  raise(): Promise<readonly FraudAlert[]> {
    return this.tx.run(async () => {
      const watchedUntil = await this.watch.begin();
      if (watchedUntil === null) return [];
      const now = this.clock.now();
      const { night, onAlert } = await this.policies.get();
      const found = await this.patternsSince(addSeconds(watchedUntil, -OVERLAP_SECONDS), night, now);
      const raised: FraudAlert[] = [];
      for (const pattern of found) {
        const alert = raiseAlert(pattern, onAlert === 'block', now);
        if (await this.alerts.add(alert)) raised.push(alert);
      }
      for (const alert of raised) await this.announce(alert);
      await this.watch.end(now);
      return raised;
    });
  }

  private async patternsSince(since: Date, night: Night, now: Date): Promise<CallPattern[]> {
    const { withinSeconds, ...limits } = SHORT_CALLS;
    const shortFrom = new Date(Math.min(since.getTime(), addSeconds(now, -withinSeconds).getTime()));
    const hours = await this.patterns.expensiveHours(since, EXPENSIVE_HOUR.aboveCents);
    const short = await this.patterns.shortCalls({ from: shortFrom, ...limits });
    const patterns: (CallPattern | null)[] = [...hours.map(expensiveHour), ...short.map(shortCalls)];
    for (const call of await this.patterns.firstCalls(since))
      patterns.push(firstCallAtNight(call, night, await this.accounts.timezone(call.accountId)));
    return patterns.filter((pattern) => pattern !== null);
  }

  private async announce(alert: FraudAlert): Promise<void> {
    const { id, accountId } = alert;
    await this.events.publish({
      type: 'fraud.alert',
      accountId,
      data: {
        alert_id: id,
        rule: alert.rule,
        blocks_outbound: alert.blocksOutbound,
        started_at: unixSeconds(alert.startedAt),
        country: alert.country,
        prefix: alert.prefix,
        calls: alert.calls,
        cost_cents: alert.costCents,
        usual_cost_cents: alert.usualCostCents,
      },
    });
    const contacts = [
      ...(await this.accounts.technicalContacts(accountId)),
      ...(await this.accounts.billingContacts(accountId)),
    ];
    const recipients = new Map(contacts.map((contact) => [contact.userId, contact]));
    for (const { userId, email, name } of recipients.values())
      await this.mails.send({
        ...fraudAlertMessage(name, alert),
        accountId,
        to: email,
        key: `fraud_alert:${id}:${userId}`,
      });
  }
}
