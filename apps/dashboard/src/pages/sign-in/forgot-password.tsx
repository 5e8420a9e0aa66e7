import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/problem';
import { useSubmit } from '../../ui/forms/use-submit';
import { Entry } from './entry';

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (value) => (value.includes('@') ? null : 'Enter your email address.') },
  });
  const submit = useSubmit(
    form,
    (values) => trunkline.auth.sendPasswordReset(values),
    () => setSent(true),
  );
  if (isSent) {
    const text = `If there is a user with the address ${form.values.email}, a link is on its way. It expires in one hour.`;
    return <Entry title="Check your email" text={text} />;
  }
  return (
    <Entry title="Reset your password" text="We email you a link to choose a new password.">
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack>
          <Problem error={submit.error} />
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps('email')} />
          <Button type="submit" loading={submit.isPending}>
            Email me a link
          </Button>
        </Stack>
      </form>
      <TextLink to="/sign-in" fz="sm">
        Back to sign-in
      </TextLink>
    </Entry>
  );
}
