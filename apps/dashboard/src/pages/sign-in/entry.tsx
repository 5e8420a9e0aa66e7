import { Card, Center, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries, selectedAccount } from '../../session/client';
import { useHeading } from '../../ui/page';

/** A page before sign-in. */
export function Entry({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  const heading = useHeading(title);
  return (
    <Center component="main" mih="100vh" p="md">
      <Card withBorder w="100%" maw={420} p="xl" shadow="sm">
        <Stack>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              {text}
            </Text>
          )}
          {children}
        </Stack>
      </Card>
    </Center>
  );
}

/** Only pages of the dashboard, never another site. */
const isLocal = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Enters the dashboard as the user that has just signed in. */
export function useEnter(): (to?: string) => Promise<void> {
  const router = useRouter();
  return async (to = '/') => {
    queries.clear();
    selectedAccount.clear();
    await router.navigate({ href: isLocal(to) ? to : '/', replace: true });
  };
}
