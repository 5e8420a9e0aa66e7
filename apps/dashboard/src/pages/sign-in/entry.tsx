import { Button, Card, Center, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries, selectedAccount } from '../../session/client';
import type { Fields } from '../../ui/forms/field-values';
import { type Sending, useSending } from '../../ui/forms/submit-form';
import type { FieldForm } from '../../ui/forms/use-fields';
import { Problem } from '../../ui/problem';
import { useHeading } from '../../ui/heading';

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

interface EntryFormProps<F extends Fields, T> extends Sending<F, T> {
  /** Text of the button. */
  readonly label: string;
  /** Says why the form could not be sent. */
  readonly explain?: (error: Error | null, form: FieldForm<F>) => ReactNode;
  readonly below?: (form: FieldForm<F>) => ReactNode;
}

/** The form of such a page: what kept it from being sent, its fields, and the button. */
export function EntryForm<F extends Fields, T>({ label, explain, below, ...sending }: EntryFormProps<F, T>) {
  const form = useSending(sending);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        {explain ? explain(form.error, form) : <Problem error={form.error} />}
        {form.field()}
        <Button type="submit" loading={form.isPending}>
          {label}
        </Button>
        {below?.(form)}
      </Stack>
    </form>
  );
}
