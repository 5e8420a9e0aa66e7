import { Center, Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { TextLink } from './links';
import { useHeading } from './heading';
import { Problem } from './problem';

/** Shown when a page cannot be loaded. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Center p="xl">
      <Problem
        title="The page could not be loaded"
        error={error instanceof Error ? error : new Error('Unknown error.')}
        retry={reset}
      />
    </Center>
  );
}

export function NotFound() {
  const heading = useHeading('Not found');
  return (
    <Stack component="main" align="center" p="xl">
      <h1 ref={heading} tabIndex={-1}>
        This page does not exist
      </h1>
      <TextLink to="/" fz="md">
        Home
      </TextLink>
    </Stack>
  );
}
