import { Button, Card, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MyUser } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { EditForm } from '../../ui/forms/edit-form';
import { useEdit } from '../../ui/forms/use-edit';
import { useSubmit } from '../../ui/forms/use-submit';
import { AccountForm } from './account-form';
import { useUser } from './use-user';

export function Profile() {
  const { data: user, error, refetch } = useUser();
  return (
    <Page title="Profile" narrow>
      <Problem error={error} retry={refetch} />
      {user ? (
        <>
          <Card withBorder>
            <UserForm user={user} />
          </Card>
          <Card withBorder>
            <EmailForm user={user} />
          </Card>
        </>
      ) : (
        !error && <Skeleton h={300} role="img" aria-label="Loading" />
      )}
      <Card withBorder>
        <AccountForm />
      </Card>
    </Page>
  );
}

function UserForm({ user }: { user: MyUser }) {
  const edit = useEdit(user, {
    valuesOf: ({ name, phone_e164 }) => ({ name, phone_e164: phone_e164 ?? '' }),
    save: ({ name, phone_e164 }, options) =>
      trunkline.user.update({ name, phone_e164: phone_e164.replace(/[^\d+]/g, '') || null }, options),
    load: () => trunkline.user.get(),
    onSaved: () => refresh('user', 'account', 'members'),
  });
  const { form } = edit;
  return (
    <EditForm edit={edit}>
      <Title order={2}>You</Title>
      <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
      <TextInput
        label="Phone (optional)"
        placeholder="+12125550100"
        autoComplete="tel"
        {...form.getInputProps('phone_e164')}
      />
    </EditForm>
  );
}

function EmailForm({ user }: { user: MyUser }) {
  const [pending, setPending] = useState<string | null>(null);
  const form = useForm({
    initialValues: { new_email: '', password: '' },
    validate: { new_email: (value) => (value.includes('@') ? null : 'Enter an email address.') },
  });
  const submit = useSubmit(
    form,
    ({ new_email, password }) => trunkline.user.changeEmail({ new_email, ...(password && { password }) }),
    ({ pending_email }) => {
      form.reset();
      setPending(pending_email);
    },
  );
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        <Title order={2}>Email</Title>
        <Text size="sm">You sign in with {user.email}.</Text>
        <TextInput label="New email" type="email" autoComplete="email" {...form.getInputProps('new_email')} />
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <Problem error={submit.error} />
        <Button type="submit" loading={submit.isPending}>
          Change the email
        </Button>
        <Text size="sm" role="status">
          {pending !== null &&
            `Use the link that we emailed to ${pending}. Until then, your current address stays in use.`}
        </Text>
      </Stack>
    </form>
  );
}
