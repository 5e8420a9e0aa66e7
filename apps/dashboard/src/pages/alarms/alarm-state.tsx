import type { Alarm } from '@trunkline/client';
import { Moment } from '../../format/moment';
import { StatusMark } from '../../ui/feedback/status-mark';
import { valueText } from './alarm-texts';

/** Whether an alarm is raised, quiet or off. */
export function AlarmMark({ alarm: { enabled, state } }: { alarm: Pick<Alarm, 'enabled' | 'state'> }) {
  if (!enabled) return <StatusMark state="idle" text="Off" />;
  return state === 'raised' ? <StatusMark state="bad" text="Raised" /> : <StatusMark state="ok" text="OK" />;
}

/** What an alarm measures now, against its threshold. */
export function valueAgainst({ metric, value, comparison, threshold }: Alarm): string {
  return `${value === null ? 'No calls' : valueText(metric, value)}, alarm ${comparison} ${valueText(metric, threshold)}`;
}

/** Since when the state is what it is. */
export function AlarmSince({ alarm: { enabled, since } }: { alarm: Alarm }) {
  return enabled ? <Moment at={since} /> : '–';
}
