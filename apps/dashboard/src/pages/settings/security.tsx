import { Button, Card, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { useSubmit } from '../../ui/forms/use-submit';
import { Identities } from './identities';
import { LoginEvents } from './login-events';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

const PASSWORD_MIN = 10;

export function Security() {
  return (
    <Page title="Security">
      <Card withBorder>
        <Title order={2} mb="sm">
          Second factor
        </Title>
        <SecondFactor />
      </Card>
      <Card withBorder>
        <Title order={2} mb="sm">
          Password
        </Title>
        <ChangePassword />
      </Card>
      <Identities />
      <Card withBorder>
        <Title order={2} mb="sm">
          Sessions
        </Title>
        <Sessions />
      </Card>
      <Card withBorder>
        <Title order={2} mb="sm">
          Sign-in history
        </Title>
        <LoginEvents />
      </Card>
    </Page>
  );
}

function ChangePassword() {
  const [revoked, setRevoked] = useState<number | null>(null);
  const form = useForm({
    initialValues: { current_password: '', new_password: '' },
    validate: {
      new_password: (value) => (value.length >= PASSWORD_MIN ? null : `Use at least ${PASSWORD_MIN} characters.`),
    },
  });
  const submit = useSubmit(
    form,
    (values) => trunkline.auth.changePassword(values),
    ({ sessions_revoked }) => {
      form.reset();
      setRevoked(sessions_revoked);
    },
  );
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack maw={360} gap="sm">
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordInput label="New password" autoComplete="new-password" {...form.getInputProps('new_password')} />
        <Problem error={submit.error} />
        <Button type="submit" loading={submit.isPending}>
          Change the password
        </Button>
        <Text size="sm" role="status">
          {revoked !== null && `The password is changed. Other sessions signed out: ${revoked}.`}
        </Text>
      </Stack>
    </form>
  );
}
