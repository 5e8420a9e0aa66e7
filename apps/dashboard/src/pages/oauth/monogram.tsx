import { Center } from '@mantine/core';
import { initialsOf } from './initials';

/** Stands for the logo of an application, which the dashboard does not load. See docs/oauth.md#logos. */
export function Monogram({ name }: { name: string }) {
  return (
    <Center
      w={44}
      h={44}
      fw={600}
      c="var(--mantine-color-text)"
      bg="var(--mantine-color-default-hover)"
      bdrs="md"
      aria-hidden
    >
      {initialsOf(name)}
    </Center>
  );
}
