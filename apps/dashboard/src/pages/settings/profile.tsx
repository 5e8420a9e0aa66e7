import { Text, Title } from '@mantine/core';
import type { MyUser, UserChangeEmailRequest, UserUpdateRequest } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { Page } from '../../ui/layout/page';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { password } from '../../ui/forms/passwords';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Loaded } from '../../ui/feedback/loaded';
import { Panel } from '../../ui/layout/panel';
import { AccountForm } from './account-form';
import { Phone } from './phone';
import { useUser } from './use-user';

export function Profile() {
  return (
    <Page title="Profile" narrow>
      <Loaded query={useUser()}>
        {(user) => (
          <>
            <Panel>
              <UserForm user={user} />
            </Panel>
            <Panel title="Phone">
              <Phone user={user} />
            </Panel>
            <Panel>
              <EmailForm user={user} />
            </Panel>
          </>
        )}
      </Loaded>
      <Panel>
        <AccountForm />
      </Panel>
    </Page>
  );
}

const USER = {
  name: fields.text('Name', { autoComplete: 'name' }),
} satisfies FieldsFor<UserUpdateRequest>;

function UserForm({ user }: { user: MyUser }) {
  return (
    <EditForm
      fields={USER}
      row={user}
      save={(changes, options) => trunkline.user.update(changes, options)}
      load={() => trunkline.user.get()}
      reloads={['user', 'account', 'members']}
      above={<Title order={2}>You</Title>}
    />
  );
}

const NEW_EMAIL = {
  new_email: fields.email('New email', { autoComplete: 'email' }),
  password: { ...password('Password'), write: (value: string) => value || undefined },
} satisfies FieldsFor<UserChangeEmailRequest>;

function EmailForm({ user }: { user: MyUser }) {
  const [pending, setPending] = useState<string | null>(null);
  return (
    <SubmitForm
      fields={NEW_EMAIL}
      label="Change the email"
      send={(body) => trunkline.user.changeEmail(body)}
      onSent={({ pending_email }, { reset }) => {
        reset();
        setPending(pending_email);
      }}
      above={
        <>
          <Title order={2}>Email</Title>
          <Text size="sm">You sign in with {user.email}.</Text>
        </>
      }
      below={
        <Text size="sm" role="status">
          {pending !== null &&
            `Use the link that we emailed to ${pending}. Until then, your current address stays in use.`}
        </Text>
      }
    />
  );
}
