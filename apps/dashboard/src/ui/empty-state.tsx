import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  readonly text: string;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
}

/** Says what a list would hold, and offers the next step. */
export function EmptyState({ text, icon: Icon, children }: Props) {
  return (
    <Stack align="center" py="xl" gap="sm">
      {Icon && (
        <ThemeIcon variant="light" size={44} radius="xl" aria-hidden>
          <Icon size={22} strokeWidth={1.6} />
        </ThemeIcon>
      )}
      <Text size="sm" c="dimmed" ta="center" maw={420}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
