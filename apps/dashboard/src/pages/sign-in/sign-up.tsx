import { Button, NativeSelect, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AuthSignupRequest, defaults, isTrunklineError, type SignUp as SignUpResult } from '@trunkline/client';
import { useState } from 'react';
import { browserZone } from '../../format/time-zone';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import { Problem } from '../../ui/feedback/problem';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { atLeast, password } from '../../ui/forms/passwords';
import { checkbox } from '../../ui/forms/checkbox';
import { Note } from '../../ui/feedback/note';
import { COUNTRY_OPTIONS, LOCAL_COUNTRY } from './countries';
import { Entry, ProvenForm } from './entry';
import { Providers } from './providers';

const NAME_MIN = 2;
const PASSWORD_MIN = 8;

const optional = (text: string): string | undefined => text.trim() || undefined;

export function SignUp() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (mailedTo !== null) return <CheckYourMail email={mailedTo} />;
  return (
    <Entry title="Create an account" text="The account starts with trial credit. No card is needed.">
      <SignUpForm onDone={setMailedTo} />
      <Providers mode="signup" />
      <Text size="sm" c="dimmed">
        Already have an account? <TextLink to="/sign-in">Sign in</TextLink>
      </Text>
    </Entry>
  );
}

const FIELDS = {
  name: fields.text('Name', {
    autoComplete: 'name',
    autoFocus: true,
    fault: (value) => (value.trim().length >= NAME_MIN ? null : 'Enter your name.'),
  }),
  email: fields.email('Email', { autoComplete: 'username' }),
  password: password('Password', { autoComplete: 'new-password', fault: atLeast(PASSWORD_MIN) }),
  company: { ...fields.text('Company (optional)', { autoComplete: 'organization' }), write: optional },
  country: {
    ...fields.text('', { fault: fields.given('Choose your country.') }),
    draw: (input) => (
      <NativeSelect label="Country" data={[{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS]} {...input} />
    ),
  },
  marketing_opt_in: checkbox('Send me news about the product'),
} satisfies FieldsFor<AuthSignupRequest>;

/** Signs up in the time zone of the browser, or in UTC if the API does not know it. */
async function signUp(body: AuthSignupRequest): Promise<SignUpResult> {
  try {
    return await trunkline.auth.signup({ ...body, timezone: browserZone() });
  } catch (error) {
    if (!isTrunklineError(error, 'invalid_input') || !error.fields['timezone']) throw error;
    return trunkline.auth.signup(body);
  }
}

function SignUpForm({ onDone }: { onDone: (email: string) => void }) {
  return (
    <ProvenForm
      fields={FIELDS}
      start={{ ...defaults.AuthSignupRequest, country: LOCAL_COUNTRY }}
      label="Create account"
      send={(body, proof) => signUp({ ...body, ...proof })}
      onSent={({ email }) => onDone(email)}
      explain={(error) =>
        isTrunklineError(error, 'email_in_use') ? (
          <Note state="bad" role="alert">
            An account with this email exists.{' '}
            <TextLink to="/sign-in" fz="md">
              Sign in
            </TextLink>
          </Note>
        ) : (
          <Problem error={error} />
        )
      }
    />
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
