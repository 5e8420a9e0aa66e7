import { Box, Text } from '@mantine/core';
import type { AuthChangePasswordRequest } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { Page } from '../../ui/layout/page';
import type { FieldsFor } from '../../ui/forms/field-values';
import { atLeast, password } from '../../ui/forms/passwords';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Panel } from '../../ui/layout/panel';
import { Identities } from './identities';
import { LoginEvents } from './login-events';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

const PASSWORD_MIN = 10;

export function Security() {
  return (
    <Page title="Security">
      <Panel title="Second factor">
        <SecondFactor />
      </Panel>
      <Panel title="Password">
        <ChangePassword />
      </Panel>
      <Identities />
      <Panel title="Sessions">
        <Sessions />
      </Panel>
      <Panel title="Sign-in history">
        <LoginEvents />
      </Panel>
    </Page>
  );
}

const PASSWORDS = {
  current_password: password('Current password'),
  new_password: password('New password', {
    autoComplete: 'new-password',
    fault: atLeast(PASSWORD_MIN),
  }),
} satisfies FieldsFor<AuthChangePasswordRequest>;

function ChangePassword() {
  const [revoked, setRevoked] = useState<number | null>(null);
  return (
    <Box maw={360}>
      <SubmitForm
        fields={PASSWORDS}
        label="Change the password"
        variant="default"
        narrow
        send={(body) => trunkline.auth.changePassword(body)}
        onSent={({ sessions_revoked }, { reset }) => {
          reset();
          setRevoked(sessions_revoked);
        }}
        below={
          <Text size="sm" role="status">
            {revoked !== null && `The password is changed. Other sessions signed out: ${revoked}.`}
          </Text>
        }
      />
    </Box>
  );
}
