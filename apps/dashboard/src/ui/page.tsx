import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHeading } from './heading';
import { Restricted } from './restricted';

interface Props {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  readonly narrow?: boolean;
  /** What the user's role cannot see, in place of the content. */
  readonly restricted?: string | false;
  readonly children?: ReactNode;
}

export function Page({ title, heading, actions, narrow, restricted = false, children }: Props) {
  const ref = useHeading(title);
  return (
    <Stack maw={narrow ? 720 : 1200} gap="lg">
      <Group justify="space-between">
        <Title order={1} ref={ref} tabIndex={-1}>
          {heading ?? title}
        </Title>
        {!restricted && actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {restricted ? <Restricted what={restricted} /> : children}
    </Stack>
  );
}
