import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let isFirstPage = true;

/** Sets the title of the document, and moves the focus to the heading after a navigation. */
export function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Trunkline`;
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, [title]);
  return heading;
}

interface Props {
  readonly title: string;
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, heading, actions, narrow, children }: Props) {
  const ref = useHeading(title);
  return (
    <Stack maw={narrow ? 720 : 1200} gap="lg">
      <Group justify="space-between">
        <Title order={1} ref={ref} tabIndex={-1}>
          {heading ?? title}
        </Title>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
