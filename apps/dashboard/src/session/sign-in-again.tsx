import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { isTrunklineError } from '@trunkline/client';
import { useState } from 'react';
import { CodeForm } from '../pages/sign-in/code-step';
import { EntryForm } from '../pages/sign-in/entry';
import DialogBox from '../ui/dialogs/dialog-box';
import * as fields from '../ui/forms/fields';
import { password } from '../ui/forms/passwords';
import { Problem } from '../ui/feedback/problem';
import { accountQuery, useAccount } from './account';
import { openAccount, trunkline } from './client';

type Step = 'password' | 'code' | 'mailed-code';

interface Props {
  /** The session only lacks its second factor. */
  readonly isPartial: boolean;
  readonly resume: () => void;
}

/** Signs the same user in again over the page. */
export default function SignInAgain({ isPartial, resume }: Props) {
  const { user } = useAccount();
  const [step, setStep] = useState<Step>(isPartial ? 'code' : 'password');
  const check = async (): Promise<void> => {
    const account = await accountQuery.queryFn();
    if (account.user?.id === user?.id) resume();
    else openAccount();
  };
  // The user may have signed in in another tab, by a mailed link or an identity provider.
  useWindowEvent('focus', () => void check().catch(() => undefined));
  return (
    <DialogBox opened isKept onClose={resume} title="Your session has ended">
      <Stack>
        <Text size="sm">Sign in again to continue. What you entered on the page is kept.</Text>
        {step === 'password' ? (
          <PasswordForm email={user?.email ?? ''} onDone={check} onCode={setStep} />
        ) : (
          <CodeForm isMailed={step === 'mailed-code'} onDone={check} />
        )}
        <Text size="sm">
          Or{' '}
          <Anchor href={`${import.meta.env.BASE_URL}sign-in`} target="_blank" rel="noopener" fz="sm">
            sign in another way
          </Anchor>{' '}
          in a new tab and return to this one.
        </Text>
        <Button variant="subtle" onClick={() => openAccount()}>
          Leave the page
        </Button>
      </Stack>
    </DialogBox>
  );
}

interface PasswordProps {
  readonly email: string;
  readonly onDone: () => Promise<void>;
  readonly onCode: (step: Step) => void;
}

function PasswordForm({ email, onDone, onCode }: PasswordProps) {
  return (
    <EntryForm
      fields={{ password: password(`Password of ${email}`, { fault: fields.given('Enter your password.') }) }}
      label="Sign in"
      send={(body) => trunkline.auth.login({ email, ...body })}
      onSent={({ challenge, mfa_method }) => {
        if (challenge === null) return onDone();
        onCode(mfa_method === 'email_otp' ? 'mailed-code' : 'code');
      }}
      explain={(error) => (
        <Problem error={isTrunklineError(error, 'unauthorized') ? new Error('The password is wrong.') : error} />
      )}
    />
  );
}
