import { Button, Divider, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type AuthLoginRequest, defaults, isTrunklineError } from '@trunkline/client';
import { useCallback, useState } from 'react';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/feedback/problem';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { password } from '../../ui/forms/passwords';
import { checkbox } from '../../ui/forms/checkbox';
import { Note } from '../../ui/feedback/note';
import { CodeStep } from './code-step';
import { Challenge, Entry, EntryForm, useEnter } from './entry';
import classes from './entry.module.css';
import { ProviderError, Providers } from './providers';

const route = getRouteApi('/sign-in');

type Step = 'password' | 'code' | 'mailed-code';

export function SignIn() {
  const { to, next_step, error } = route.useSearch();
  const [step, setStep] = useState<Step>(next_step === 'mfa' ? 'code' : 'password');
  const enter = useEnter();
  if (step !== 'password') return <CodeStep isMailed={step === 'mailed-code'} onDone={() => enter(to)} />;
  return (
    <Entry title="Sign in to Trunkline">
      <ProviderError code={error} />
      <PasswordForm onDone={() => enter(to)} onCode={setStep} />
      <Providers mode="login" to={to} />
      <Text size="sm" c="dimmed">
        New here? <TextLink to="/sign-up">Create an account</TextLink>
      </Text>
    </Entry>
  );
}

const PASSWORD = password('Password', { fault: fields.given('Enter your password.') });

const FIELDS = {
  email: fields.email('Email', { autoComplete: 'username', autoFocus: true }),
  password: {
    ...PASSWORD,
    draw: (...drawn: Parameters<typeof PASSWORD.draw>) => (
      <div className={classes['known']}>
        {PASSWORD.draw(...drawn)}
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
      </div>
    ),
  },
  trust_device: checkbox('Trust this device for 30 days'),
} satisfies FieldsFor<AuthLoginRequest>;

function PasswordForm({ onDone, onCode }: { onDone: () => Promise<void>; onCode: (step: Step) => void }) {
  return (
    <EntryForm
      fields={FIELDS}
      start={defaults.AuthLoginRequest}
      label="Sign in"
      send={(body) => trunkline.auth.login(body)}
      onSent={({ challenge, mfa_method }) => {
        if (challenge === null) return onDone();
        onCode(mfa_method === 'email_otp' ? 'mailed-code' : 'code');
      }}
      explain={(error, { values }) => <Failure error={error} email={values.email} />}
      below={({ values }) => (
        <>
          <Divider label="or" />
          <MagicLink email={values.email} />
        </>
      )}
    />
  );
}

function Failure({ error, email }: { error: Error | null; email: string }) {
  if (isTrunklineError(error, 'unauthorized')) return <Problem error={new Error('The email or password is wrong.')} />;
  if (isTrunklineError(error, 'email_unverified')) return <Unverified email={email} />;
  return <Problem error={error} />;
}

function Unverified({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: () => trunkline.auth.resendVerification({ email }) });
  return (
    <Note state="warn" role="alert" title="Verify your email address">
      <Stack gap="xs" align="start">
        <Text size="sm">
          {resend.isSuccess ? `A new link is on its way to ${email}.` : 'Use the link that we emailed to you.'}
        </Text>
        <Button size="compact-sm" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          Email me a new link
        </Button>
      </Stack>
    </Note>
  );
}

/** The challenge is shown once the link was asked for, and the link is sent as soon as it is solved. */
function MagicLink({ email }: { email: string }) {
  const [isMissing, setMissing] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const send = useMutation({
    mutationFn: (token: string | null) =>
      trunkline.auth.magicLinks.send({ email, ...(token !== null && { captcha_token: token }) }),
  });
  const { mutate: sendLink } = send;
  const press = (): void => {
    setMissing(!email.includes('@'));
    setAsked(email.includes('@'));
  };
  const take = useCallback(
    (token: string | null | undefined): void => {
      if (token === undefined) return;
      setAsked(false);
      sendLink(token);
    },
    [sendLink],
  );
  return (
    <div>
      <Button variant="default" fullWidth loading={send.isPending || isAsked} onClick={press}>
        Email me a sign-in link
      </Button>
      <Text size="sm" role="status" mt={4}>
        {isMissing && 'Enter your email address first.'}
        {send.isSuccess && !isAsked && 'If there is a user with this address, a link is on its way.'}
      </Text>
      {isAsked && <Challenge onToken={take} />}
      <Problem error={send.error} />
    </div>
  );
}
