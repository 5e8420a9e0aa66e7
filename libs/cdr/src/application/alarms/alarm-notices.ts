import { type EventBus, type Mails, unixSeconds } from '@trunkline/kernel';
import { type Alarm, type AlarmTransition, valueOf, type WindowSums } from '../../domain/alarm';
import { clearedMessage, raisedMessage } from './alarm-messages';
import type { AlarmContact, AlarmContacts, AlarmLinks } from './ports';

/** What a person has done needs no mail. */
const MAILED: readonly string[] = ['recovered', 'no_calls'];

/** The events and mails of alarms. The operator's alarms have none: they are in the metrics and in the report of the doctor. */
export class AlarmNotices {
  constructor(
    private readonly events: EventBus,
    private readonly mails: Mails,
    private readonly contacts: AlarmContacts,
    private readonly links: AlarmLinks,
  ) {}

  /** Joins the transaction of the transition. */
  async announce(alarm: Alarm, transition: AlarmTransition, sums: WindowSums): Promise<void> {
    const { accountId } = alarm;
    if (accountId === null) return;
    const data = dataOf(alarm, sums);
    if (transition.to === 'raised') await this.events.publish({ type: 'alarm.raised', accountId, data });
    else {
      const { reason, raisedAt } = transition;
      await this.events.publish({
        type: 'alarm.cleared',
        accountId,
        data: { ...data, reason, raised_at: unixSeconds(raisedAt) },
      });
      if (!MAILED.includes(reason)) return;
    }
    const message = (name: string) =>
      transition.to === 'raised'
        ? raisedMessage(name, alarm, sums, this.links.alarms())
        : clearedMessage(name, alarm, { ...transition, sums }, this.links.alarms());
    for (const { userId, email, name } of await this.recipients(alarm, accountId))
      await this.mails.send({
        ...message(name),
        accountId,
        to: email,
        key: `alarm:${alarm.id}:${alarm.state}:${alarm.since.getTime()}:${userId}`,
      });
  }

  private async recipients({ metric }: Alarm, accountId: string): Promise<Iterable<AlarmContact>> {
    const technical = await this.contacts.technicalContacts(accountId);
    const billing = metric === 'cost_cents' ? await this.contacts.billingContacts(accountId) : [];
    return new Map([...technical, ...billing].map((contact) => [contact.userId, contact])).values();
  }
}

function dataOf(alarm: Alarm, sums: WindowSums) {
  const { id, name, metric, windowSeconds, comparison, threshold, scope } = alarm;
  return {
    alarm_id: id,
    name,
    metric,
    window_s: windowSeconds,
    comparison,
    threshold,
    value: valueOf(metric, sums),
    calls: sums.calls,
    sip_trunk_id: scope.sipTrunkId,
    number_id: scope.numberId,
    country: scope.country,
  };
}
