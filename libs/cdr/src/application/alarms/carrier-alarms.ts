import { apiMembers, changedMembers, type Clock, invalidFields, type Transactor } from '@trunkline/kernel';
import { Alarm, type AlarmChange, type NewAlarm } from '../../domain/alarm';
import type { AlarmChanges } from './alarm-changes';
import type { AlarmAudit, AlarmCarriers, AlarmQueries, AlarmRepository, CarrierAlarmView } from './ports';

export type NewCarrierAlarm = Omit<NewAlarm, 'scope'> & { readonly carrierId: string };

interface OperatorAction {
  readonly operator: string;
  readonly id: string;
}

/** The operator's alarms about carriers. Each change is recorded in the audit trail in the same transaction. */
export class CarrierAlarms {
  constructor(
    private readonly tx: Transactor,
    private readonly alarms: AlarmRepository,
    private readonly queries: AlarmQueries,
    private readonly changes: AlarmChanges,
    private readonly carriers: AlarmCarriers,
    private readonly audit: AlarmAudit,
    private readonly clock: Clock,
  ) {}

  /** Throws `invalid_input`, `alarm_limit_reached`. */
  create(operator: string, { carrierId, ...options }: NewCarrierAlarm): Promise<CarrierAlarmView> {
    return this.tx.run(async () => {
      const now = this.clock.now();
      if ((await this.carriers.listKnown([carrierId])).length === 0)
        throw invalidFields({ carrier_id: 'must be a carrier' });
      const owner = { accountId: null, carrierId };
      const alarm = Alarm.create(owner, options, now);
      await this.changes.add(owner, alarm);
      const after = recordOf(alarm);
      await this.audit.record({ actor: operator, action: 'alarm.create', subject: alarm.id, after });
      return this.queries.get({ accountId: null, id: alarm.id }, now);
    });
  }

  /** Records nothing when nothing changes. Throws `not_found`, `invalid_input`. */
  update({ operator, id }: OperatorAction, change: Omit<AlarmChange, 'scope'>): Promise<CarrierAlarmView> {
    return this.tx.run(async () => {
      const alarm = await this.alarms.lock({ accountId: null, id });
      const was = recordOf(alarm);
      const now = this.clock.now();
      await this.changes.change(alarm, change, now);
      const difference = changedMembers(was, recordOf(alarm));
      if (difference) await this.audit.record({ actor: operator, action: 'alarm.change', subject: id, ...difference });
      return this.queries.get({ accountId: null, id }, now);
    });
  }

  /** Throws `not_found`. */
  remove({ operator, id }: OperatorAction): Promise<void> {
    return this.tx.run(async () => {
      const alarm = await this.alarms.lock({ accountId: null, id });
      await this.changes.remove(alarm, this.clock.now());
      await this.audit.record({ actor: operator, action: 'alarm.delete', subject: id, before: recordOf(alarm) });
    });
  }
}

/** Returns the settings by their API names. */
function recordOf(alarm: Alarm): Record<string, unknown> {
  const { carrierId, name, metric, windowSeconds, comparison, threshold, minCalls, enabled } = alarm;
  return {
    ...apiMembers({ carrierId, name, metric, comparison, threshold, minCalls, enabled }),
    window_s: windowSeconds,
  };
}
