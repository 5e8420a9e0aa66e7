import { Text } from '@mantine/core';
import { format } from '../../format';

/** Says that the days of a chart are those of UTC, where the account has another time zone. */
export function ChartDays() {
  if (format.timeZone === 'UTC') return null;
  return (
    <Text size="xs" c="dimmed">
      Days in UTC
    </Text>
  );
}
