import { Group, Stack, Text } from '@mantine/core';
import classes from './ranked-bars.module.css';

interface Bar {
  readonly name: string;
  readonly value: number;
}

/** Values in order of size, as a list with bars. */
export function RankedBars({
  label,
  bars,
  format,
}: {
  label: string;
  bars: readonly Bar[];
  format: (v: number) => string;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Stack gap="xs" component="ul" p={0} m={0} aria-label={label}>
      {bars.map(({ name, value }) => (
        <li key={name} className={classes['item']}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">{name}</Text>
            <Text size="sm" className="figures">
              {format(value)}
            </Text>
          </Group>
          <svg className={classes['track']} aria-hidden preserveAspectRatio="none" viewBox="0 0 100 1">
            <rect width={(value / most) * 100} height="1" className={classes['bar']} />
          </svg>
        </li>
      ))}
    </Stack>
  );
}
