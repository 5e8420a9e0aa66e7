import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/problem';
import * as fields from '../../ui/forms/fields';
import { useSending } from '../../ui/forms/submit-form';
import { Entry } from './entry';

const FIELDS = { email: fields.email('Email', { autoComplete: 'username', autoFocus: true }) };

export function ForgotPassword() {
  const [isSent, setSent] = useState(false);
  const form = useSending({
    fields: FIELDS,
    send: (body) => trunkline.auth.sendPasswordReset(body),
    onSent: () => setSent(true),
  });
  if (isSent) {
    const text = `If there is a user with the address ${form.values.email}, a link is on its way. It expires in one hour.`;
    return <Entry title="Check your email" text={text} />;
  }
  return (
    <Entry title="Reset your password" text="We email you a link to choose a new password.">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Problem error={form.error} />
          {form.field()}
          <Button type="submit" loading={form.isPending}>
            Email me a link
          </Button>
        </Stack>
      </form>
      <TextLink to="/sign-in">Back to sign-in</TextLink>
    </Entry>
  );
}
