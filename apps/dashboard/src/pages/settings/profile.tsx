import { Text } from '@mantine/core';
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
import { FormSection } from '../../ui/layout/form-section';
import { AccountForm } from './account-form';
import { Phone } from './phone';
import { useUser } from './use-user';

export function Profile() {
  return (
    <Page title="Profile">
      <Loaded query={useUser()}>
        {(user) => (
          <div>
            <FormSection title="You" text="Your name, as other members and the activity of the account show it.">
              <UserForm user={user} />
            </FormSection>
            <FormSection title="Phone" text="Receives codes when you sign in or confirm a change.">
              <Phone user={user} />
            </FormSection>
            <FormSection title="Email" text={`You sign in with ${user.email}.`}>
              <EmailForm />
            </FormSection>
            <FormSection
              title="Account"
              text="For all members: its name, the time zone of all times, and who callers are."
            >
              <AccountForm />
            </FormSection>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const USER = {
  name: fields.name('Name', { autoComplete: 'name' }),
} satisfies FieldsFor<UserUpdateRequest>;

function UserForm({ user }: { user: MyUser }) {
  return (
    <EditForm
      fields={USER}
      row={user}
      save={(changes, options) => trunkline.user.update(changes, options)}
      load={() => trunkline.user.get()}
      reloads={['user', 'account', 'members']}
      variant="default"
      beside={null}
    />
  );
}

const NEW_EMAIL = {
  new_email: fields.email('New email', { autoComplete: 'email' }),
  password: { ...password('Password'), write: (value: string) => value || undefined },
} satisfies FieldsFor<UserChangeEmailRequest>;

function EmailForm() {
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
      variant="default"
      narrow
      below={
        <Text size="sm" role="status">
          {pending !== null &&
            `Use the link that we emailed to ${pending}. Until then, your current address stays in use.`}
        </Text>
      }
    />
  );
}
