import { Clock, EventBus, Mails, Transactor } from '@trunkline/kernel';
import { alias, AuditTrail, bind, Database, implement, Settings, type Wiring } from '@trunkline/platform';
import { AlarmChanges } from '../application/alarms/alarm-changes';
import { AlarmNotices } from '../application/alarms/alarm-notices';
import { Alarms } from '../application/alarms/alarms';
import { CarrierAlarms } from '../application/alarms/carrier-alarms';
import { EvaluateAlarms } from '../application/alarms/evaluate-alarms';
import {
  AlarmAudit,
  AlarmCarriers,
  AlarmContacts,
  AlarmCounts,
  AlarmLinks,
  AlarmNumbers,
  AlarmQueries,
  AlarmRepository,
  AlarmTrunks,
} from '../application/alarms/ports';
import { StoredAlarmCounts } from '../infrastructure/alarms/alarm-counts';
import { AlarmReads, StoredAlarms } from '../infrastructure/alarms/alarm-repository';
import { SettingsAlarmLinks } from '../infrastructure/alarms/settings-alarm-links';

/** Thresholds on calls, of accounts and of carriers. */
export const alarmsWiring: Wiring = {
  providers: [
    implement(AlarmRepository, StoredAlarms, [Database]),
    implement(AlarmCounts, StoredAlarmCounts, [Database]),
    implement(AlarmLinks, SettingsAlarmLinks, [Settings]),
    alias(AlarmAudit, AuditTrail),
    bind(AlarmNotices, [EventBus, Mails, AlarmContacts, AlarmLinks]),
    bind(AlarmChanges, [AlarmRepository, AlarmCounts, AlarmNotices]),
  ],
  exported: [
    implement(AlarmQueries, AlarmReads, [Database]),
    bind(Alarms, [Transactor, AlarmRepository, AlarmQueries, AlarmChanges, AlarmTrunks, AlarmNumbers, Clock]),
    bind(CarrierAlarms, [Transactor, AlarmRepository, AlarmQueries, AlarmChanges, AlarmCarriers, AlarmAudit, Clock]),
    bind(EvaluateAlarms, [Transactor, AlarmRepository, AlarmCounts, AlarmNotices, Clock]),
  ],
};
