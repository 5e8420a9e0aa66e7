import { Alert, Button, Checkbox, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { isTrunklineError } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/problem';
import { useSubmit } from '../../ui/forms/use-submit';
import { COUNTRY_OPTIONS, LOCAL_COUNTRY } from './countries';
import { Entry } from './entry';
import { Providers } from './providers';

const PASSWORD_MIN = 8;

export function SignUp() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (mailedTo !== null) return <CheckYourMail email={mailedTo} />;
  return (
    <Entry title="Create an account" text="The account starts with trial credit. No card is needed.">
      <SignUpForm onDone={setMailedTo} />
      <Providers mode="signup" />
      <Text size="sm" c="dimmed">
        Already have an account?{' '}
        <TextLink to="/sign-in" fz="sm">
          Sign in
        </TextLink>
      </Text>
    </Entry>
  );
}

function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  const form = useForm({
    initialValues: {
      name: '',
      email: '',
      password: '',
      company: '',
      country: LOCAL_COUNTRY,
      marketing_opt_in: false,
    },
    validate: {
      name: (value) => (value.trim().length >= 2 ? null : 'Enter your name.'),
      email: (value) => (value.includes('@') ? null : 'Enter your email address.'),
      password: (value) => (value.length >= PASSWORD_MIN ? null : `Use at least ${PASSWORD_MIN} characters.`),
      country: (value) => (value ? null : 'Choose your country.'),
    },
  });
  const submit = useSubmit(
    form,
    ({ company, country, ...values }) =>
      trunkline.auth.signup({ ...values, country, ...(company.trim() && { company }) }),
    ({ email }) => onDone(email),
  );
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack>
        {isTrunklineError(submit.error, 'email_in_use') ? (
          <Alert color="red" role="alert">
            An account with this email exists. <TextLink to="/sign-in">Sign in</TextLink>
          </Alert>
        ) : (
          <Problem error={submit.error} />
        )}
        <TextInput label="Name" autoComplete="name" autoFocus {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
        <PasswordInput label="Password" autoComplete="new-password" {...form.getInputProps('password')} />
        <TextInput label="Company (optional)" autoComplete="organization" {...form.getInputProps('company')} />
        <NativeSelect
          label="Country"
          data={[{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS]}
          {...form.getInputProps('country')}
        />
        <Checkbox
          label="Send me news about the product"
          {...form.getInputProps('marketing_opt_in', { type: 'checkbox' })}
        />
        <Button type="submit" loading={submit.isPending}>
          Create account
        </Button>
      </Stack>
    </form>
  );
}

function CheckYourMail({ email }: { email: string }) {
  const resend = useMutation({ mutationFn: () => trunkline.auth.resendVerification({ email }) });
  return (
    <Entry title="Check your email" text={`We emailed a link to ${email}. It verifies the address and signs you in.`}>
      <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Email me a new link
      </Button>
      <Text size="sm" role="status">
        {resend.isSuccess && 'A new link is on its way.'}
      </Text>
      <Problem error={resend.error} />
    </Entry>
  );
}
