import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { ButtonLink } from '../../ui/links';
import { atLeast, password } from '../../ui/forms/passwords';
import { Entry, EntryForm } from './entry';
import { LinkProblem } from './link-problem';

const route = getRouteApi('/reset-password');
const PASSWORD_MIN = 10;
const FIELDS = {
  new_password: password('New password', {
    autoComplete: 'new-password',
    autoFocus: true,
    fault: atLeast(PASSWORD_MIN),
  }),
};

export function ResetPassword() {
  const { token = '' } = route.useSearch();
  const [isDone, setDone] = useState(false);
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
      <EntryForm
        fields={FIELDS}
        label="Change the password"
        send={(body) => trunkline.auth.resetPassword({ ...body, token })}
        onSent={() => setDone(true)}
        explain={(error) => <LinkProblem error={error} again="/forgot-password" />}
      />
    </Entry>
  );
}
