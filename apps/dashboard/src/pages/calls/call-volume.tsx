import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary } from '@trunkline/client';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { TimeChart } from '../../ui/charts/time-chart';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';

/** Calls per day of the last 30 days. The API counts all calls of the account, whatever the filters of a list. */
export function CallVolume() {
  const query = useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => trunkline.dashboard.summary.get({}, { signal }),
  });
  return (
    <Panel title="Calls per day" gap="lg">
      <Loaded query={query} title="The chart could not be loaded" height={220}>
        {(summary) => <CallChart summary={summary} />}
      </Loaded>
    </Panel>
  );
}

/** Calls per day of the last 30 days. */
export function CallChart({ summary }: { summary: DashboardSummary }) {
  return (
    <TimeChart
      title="Calls per day in the last 30 days"
      points={summary.call_volume_daily.map(({ day_start, count }) => ({ at: day_start, value: count }))}
      format={(value) => format.count(value)}
      label={(at) => format.shortDay(at)}
    />
  );
}
