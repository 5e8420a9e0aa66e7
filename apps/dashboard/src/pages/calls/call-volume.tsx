import { Card, Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { format } from '../../format';
import { trunkline } from '../../session/client';
import { ChartDays } from '../../ui/charts/chart-days';
import { TimeChart } from '../../ui/charts/time-chart';
import { Problem } from '../../ui/problem';

/** Calls per day of the last 30 days. The API counts all calls of the account, whatever the filters of a list. */
export function CallVolume() {
  const { data, error, refetch } = useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => trunkline.dashboard.summary.get({}, { signal }),
  });
  const points = data?.call_volume_daily.map(({ day_start, count }) => ({ at: day_start, value: count }));
  return (
    <Card withBorder>
      <Title order={2} mb="lg">
        Calls per day
      </Title>
      <Problem title="The chart could not be loaded" error={error} retry={refetch} />
      {points ? (
        <TimeChart
          title="Calls per day in the last 30 days"
          points={points}
          format={(value) => format.count(value)}
          label={(at) => format.shortDay(at)}
        />
      ) : (
        !error && <Skeleton h={220} role="img" aria-label="Loading" />
      )}
      <ChartDays />
    </Card>
  );
}
