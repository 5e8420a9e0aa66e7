import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { isTrunklineError, type MfaCodeMethod } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { Problem } from '../../ui/problem';
import { useSubmit } from '../../ui/forms/use-submit';
import { Entry } from './entry';

const TEXTS: Readonly<Record<MfaCodeMethod, string>> = {
  totp: 'Enter the six digits that your authenticator shows.',
  email_otp: 'Enter the six digits that we email to you.',
  recovery_code: 'Enter one of your recovery codes. Each works once.',
};

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
  const form = useForm({ initialValues: { code: '', trust_device: false } });
  const mail = useMutation({ mutationFn: () => trunkline.auth.mfa.sendEmailCode() });
  const submit = useSubmit(
    form,
    ({ code, trust_device }) => trunkline.auth.mfa.verify({ code: code.trim(), method, trust_device }),
    onDone,
  );
  const isRecovery = method === 'recovery_code';
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {TEXTS[method]}
      </Text>
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack>
          <Problem error={submit.error && codeError(submit.error)} />
          <TextInput
            key={method}
            label={isRecovery ? 'Recovery code' : 'Code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoFocus
            {...form.getInputProps('code')}
          />
          <Checkbox
            label="Trust this device for 30 days"
            {...form.getInputProps('trust_device', { type: 'checkbox' })}
          />
          <Button type="submit" loading={submit.isPending}>
            Continue
          </Button>
        </Stack>
      </form>
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
