import { Card, Grid, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title?: ReactNode;
  /** What stands beside the title. */
  readonly aside?: ReactNode;
  /** Space below the title. */
  readonly gap?: string | number;
  /** In a grid: how many of its twelve columns the panel takes on a desk. On a phone it takes all. */
  readonly span?: number;
  readonly mb?: string;
  readonly children: ReactNode;
}

/** A part of a page, with its heading. */
export function Panel({ title, aside, gap = 'sm', span, mb, children }: Props) {
  const panel = (
    <Card withBorder mb={mb} h={span === undefined ? undefined : '100%'}>
      {title !== undefined && (
        <Group justify="space-between" mb={gap}>
          <Title order={2}>{title}</Title>
          {aside}
        </Group>
      )}
      {children}
    </Card>
  );
  return span === undefined ? panel : <Grid.Col span={{ base: 12, md: span }}>{panel}</Grid.Col>;
}
