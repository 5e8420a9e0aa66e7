import { useQuery } from '@tanstack/react-query';
import type { AlarmPage } from '@trunkline/client';
import { Moment } from '../../format/moment';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { valueAgainst } from '../alarms/alarm-state';
import { METRICS } from '../alarms/alarm-texts';

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
export function RaisedAlarms({ page: { items, next_cursor } }: { page: AlarmPage }) {
  return (
    <>
      {items.map((alarm) => (
        <span key={alarm.id}>
          <TextLink to="/alarms/$id" params={{ id: alarm.id }}>
            Alarm “{alarm.name}”
          </TextLink>{' '}
          since <Moment at={alarm.since} zoned />: {METRICS[alarm.metric]} {valueAgainst(alarm)}
        </span>
      ))}
      {next_cursor !== null && (
        <TextLink to="/alarms" search={{ state: 'raised' }}>
          All raised alarms
        </TextLink>
      )}
    </>
  );
}
