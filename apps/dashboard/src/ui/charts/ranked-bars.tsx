import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ranked-bars.module.css';

interface Bar {
  readonly key: string;
  readonly name: ReactNode;
  readonly value: number;
}

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  readonly tone?: 'sum' | 'failed';
}

/** Values in order of size, as a list with bars. */
export function RankedBars({ label, bars, format, tone = 'sum' }: Props) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Stack gap="xs" component="ul" p={0} m={0} aria-label={label}>
      {bars.map(({ key, name, value }) => (
        <li key={key} className={classes['item']}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" className="figures">
              {name}
            </Text>
            <Text size="sm" className="figures">
              {format(value)}
            </Text>
          </Group>
          <svg className={classes['track']} aria-hidden preserveAspectRatio="none" viewBox="0 0 100 1">
            <rect width={(value / most) * 100} height="1" className={classes['bar']} data-tone={tone} />
          </svg>
        </li>
      ))}
    </Stack>
  );
}
