import { Button, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { queries, selectedAccount } from '../../session/client';
import { early } from '../../start/early-search';
import type { BodyOf, Fields } from '../../ui/forms/field-values';
import { type Sending, useSending } from '../../ui/forms/submit-form';
import type { FieldForm } from '../../ui/forms/use-fields';
import { part } from '../../ui/part';
import { Problem } from '../../ui/feedback/problem';
import { useHeading } from '../../ui/heading';
import classes from './entry.module.css';
import { Face } from './face';

/** A page before sign-in. */
export function Entry({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  const heading = useHeading(title);
  // What was typed for the search is for no page after this one.
  useEffect(() => {
    early.field = null;
  }, []);
  return (
    <div className={classes['door']}>
      <Face />
      <main className={classes['enter']}>
        <Stack className={classes['box'] ?? ''}>
          <div>
            <Title order={1} ref={heading} tabIndex={-1} className={classes['title'] ?? ''}>
              {title}
            </Title>
            {text !== undefined && (
              <Text size="sm" c="dimmed" component="div" mt={4}>
                {text}
              </Text>
            )}
          </div>
          {children}
        </Stack>
        <div className={classes['place']}>{window.location.host}</div>
      </main>
    </div>
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

/** The token of a solved bot challenge, as a member of a body. */
export interface Proof {
  readonly captcha_token?: string;
}

/** The bot challenge, loaded apart. See Captcha. */
export const Challenge = part(async () => (await import('./captcha')).default);

interface EntryFormProps<F extends Fields, T> extends Sending<F, T> {
  /** Text of the button. */
  readonly label: string;
  /** Says why the form could not be sent. */
  readonly explain?: (error: Error | null, form: FieldForm<F>) => ReactNode;
  readonly below?: (form: FieldForm<F>) => ReactNode;
  /** Between the fields and the button. */
  readonly above?: ReactNode;
}

interface ProvenFormProps<F extends Fields, T> extends Omit<EntryFormProps<F, T>, 'send'> {
  readonly send: (body: BodyOf<F>, proof: Proof) => PromiseLike<T>;
}

/** The same with the bot challenge, where one is configured. */
export function ProvenForm<F extends Fields, T>({ send, ...entry }: ProvenFormProps<F, T>) {
  const [token, setToken] = useState<string | null | undefined>();
  const [attempt, setAttempt] = useState(0);
  const sendOnce = async (body: BodyOf<F>): Promise<T> => {
    try {
      return await send(body, typeof token === 'string' ? { captcha_token: token } : {});
    } finally {
      // A token works once.
      if (typeof token === 'string') {
        setToken(undefined);
        setAttempt(attempt + 1);
      }
    }
  };
  return <EntryForm {...entry} send={sendOnce} above={<Challenge key={attempt} onToken={setToken} />} />;
}

/** The form of such a page: what kept it from being sent, its fields, and the button. */
export function EntryForm<F extends Fields, T>({ label, explain, below, above, ...sending }: EntryFormProps<F, T>) {
  const form = useSending(sending);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        {explain ? explain(form.error, form) : <Problem error={form.error} />}
        {form.field()}
        {above}
        <Button type="submit" loading={form.isPending}>
          {label}
        </Button>
        {below?.(form)}
      </Stack>
    </form>
  );
}
