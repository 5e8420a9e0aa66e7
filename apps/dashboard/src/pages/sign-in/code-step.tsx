import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { defaults, isTrunklineError, type MfaCodeMethod } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/feedback/problem';
import * as fields from '../../ui/forms/fields';
import { checkbox } from '../../ui/forms/checkbox';
import { Entry, EntryForm } from './entry';

const TEXTS: Readonly<Record<MfaCodeMethod, string>> = {
  totp: 'Enter the six digits that your authenticator shows.',
  email_otp: 'Enter the six digits that we email to you.',
  recovery_code: 'Enter one of your recovery codes. Each works once.',
};

const codeFields = (isRecovery: boolean) => ({
  code: fields.text(isRecovery ? 'Recovery code' : 'Code', {
    inputMode: isRecovery ? 'text' : 'numeric',
    autoComplete: 'one-time-code',
    autoFocus: true,
  }),
  trust_device: checkbox('Trust this device for 30 days'),
});

interface Props {
  readonly isMailed: boolean;
  readonly onDone: () => Promise<void>;
}

export function CodeStep(props: Props) {
  return (
    <Entry title="Confirm your sign-in">
      <CodeForm {...props} />
    </Entry>
  );
}

/** The second factor of a partial session: an authenticator, a mailed code, or a recovery code. */
export function CodeForm({ isMailed, onDone }: Props) {
  const [method, setMethod] = useState<MfaCodeMethod>(isMailed ? 'email_otp' : 'totp');
  const mail = useMutation({ mutationFn: () => trunkline.auth.mfa.sendEmailCode() });
  const isRecovery = method === 'recovery_code';
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {TEXTS[method]}
      </Text>
      <EntryForm
        key={isRecovery ? 'recovery' : 'code'}
        fields={codeFields(isRecovery)}
        start={defaults.AuthMfaVerifyRequest}
        label="Continue"
        send={(body) => trunkline.auth.mfa.verify({ ...body, method })}
        onSent={onDone}
        explain={(error) => <Problem error={error && codeError(error)} />}
      />
      {method === 'email_otp' && (
        <Button variant="default" loading={mail.isPending} onClick={() => mail.mutate()}>
          Email me a code
        </Button>
      )}
      {mail.isSuccess && (
        <Text size="sm" role="status">
          A code is on its way to {mail.data.sent_to_masked}.
        </Text>
      )}
      <Problem error={mail.error} />
      <Button
        variant="subtle"
        onClick={() => setMethod(isRecovery ? (isMailed ? 'email_otp' : 'totp') : 'recovery_code')}
      >
        {isRecovery ? 'Use a code instead' : 'Use a recovery code'}
      </Button>
    </Stack>
  );
}

const codeError = (error: Error): Error =>
  isTrunklineError(error, 'mfa_code_invalid') ? new Error('The code is wrong or was already used.') : error;
