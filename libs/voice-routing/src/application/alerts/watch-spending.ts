import { addSeconds, type Clock, type EventBus, type Mails, type Transactor, unixSeconds } from '@trunkline/kernel';
import { type FraudAlert, raiseAlert } from '../../domain/fraud-alert';
import type { OutboundPolicies } from '../outbound/ports';
import type { FindFraudPatterns } from './find-fraud-patterns';
import { fraudAlertMessage } from './fraud-alert-message';
import type { AlertedAccounts, FraudAlerts, SpendingWatch } from './ports';

/** Longer than a transaction that records takes, because a record has the time of the transaction's start. */
const OVERLAP_SECONDS = 120;

/** Raises alerts about calls and messages that look like fraud. See docs/outbound.md#alerts. */
export class WatchSpending {
  constructor(
    private readonly tx: Transactor,
    private readonly watch: SpendingWatch,
    private readonly patterns: FindFraudPatterns,
    private readonly alerts: FraudAlerts,
    private readonly policies: OutboundPolicies,
    private readonly accounts: AlertedAccounts,
    private readonly mails: Mails,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  /**
   * Examines the calls and messages that were recorded since the last run, and returns the alerts that it raised. Idempotent: a
   * pattern is raised once. Safe to run on any number of workers. After an error, the next run examines the same again.
   */
  raise(): Promise<readonly FraudAlert[]> {
    return this.tx.run(async () => {
      const watchedUntil = await this.watch.begin();
      if (watchedUntil === null) return [];
      const now = this.clock.now();
      const { night, onAlert } = await this.policies.get();
      const found = await this.patterns.find(addSeconds(watchedUntil, -OVERLAP_SECONDS), night, now);
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
        messages: alert.messages,
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
