import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { ButtonLink } from '../../ui/links';
import { useSubmit } from '../../ui/forms/use-submit';
import { Entry } from './entry';
import { LinkProblem } from './link-problem';

const route = getRouteApi('/reset-password');
const PASSWORD_MIN = 10;

export function ResetPassword() {
  const { token = '' } = route.useSearch();
  const [isDone, setDone] = useState(false);
  const form = useForm({
    initialValues: { new_password: '' },
    validate: {
      new_password: (value) => (value.length >= PASSWORD_MIN ? null : `Use at least ${PASSWORD_MIN} characters.`),
    },
  });
  const submit = useSubmit(
    form,
    (values) => trunkline.auth.resetPassword({ ...values, token }),
    () => setDone(true),
  );
  if (isDone) {
    return (
      <Entry
        title="Your password is changed"
        text="All your sessions are signed out, and applications that were connected in them are disconnected."
      >
        <ButtonLink to="/sign-in">Sign in</ButtonLink>
      </Entry>
    );
  }
  return (
    <Entry
      title="Choose a new password"
      text="All your sessions will then be signed out, and applications that were connected in them will be disconnected."
    >
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack>
          <LinkProblem error={submit.error} again="/forgot-password" />
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('new_password')}
          />
          <Button type="submit" loading={submit.isPending}>
            Change the password
          </Button>
        </Stack>
      </form>
    </Entry>
  );
}
