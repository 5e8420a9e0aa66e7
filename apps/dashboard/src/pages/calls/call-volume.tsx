import type { DashboardSummary } from '@trunkline/client';
import { format } from '../../format';
import { TimeChart } from '../../ui/charts/time-chart';

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
