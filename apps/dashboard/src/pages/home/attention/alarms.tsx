import { useQuery } from '@tanstack/react-query';
import type { AlarmPage } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { TextLink } from '../../../ui/links';
import { valueAgainst } from '../../alarms/alarm-state';
import { METRICS } from '../../alarms/alarm-texts';
import type { Matter } from './matters';

const SHOWN_MAX = 5;

export function useRaisedAlarms() {
  const may = useMay();
  return useQuery({
    queryKey: ['alarms', 'raised'],
    queryFn: async ({ signal }) => trunkline.alarms.list({ state: 'raised', limit: SHOWN_MAX }, { signal }),
    enabled: may('cdrs:read'),
  });
}

/** The alarms that are raised, with what they measure. */
export function raisedAlarms({ items, next_cursor }: AlarmPage): readonly Matter[] {
  const alarms = items.map(
    (alarm): Matter => ({
      key: alarm.id,
      state: 'bad',
      text: (
        <>
          Alarm <b>“{alarm.name}”</b>: {METRICS[alarm.metric]} {valueAgainst(alarm)}
        </>
      ),
      since: alarm.since,
      link: (
        <TextLink to="/alarms/$id" params={{ id: alarm.id }}>
          Open the alarm
        </TextLink>
      ),
    }),
  );
  if (next_cursor === null) return alarms;
  const link = (
    <TextLink to="/alarms" search={{ state: 'raised' }}>
      All raised alarms
    </TextLink>
  );
  return [...alarms, { key: 'alarms', state: 'bad', text: 'More alarms are raised.', link }];
}
