import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says what a list would hold, and offers the next step. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Text size="sm" c="dimmed" ta="center" maw={420}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
