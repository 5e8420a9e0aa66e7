import { Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { TotpOffer } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { CopyField } from '../../ui/forms/copy-field';
import { Dialog } from '../../ui/dialogs/dialog';
import { Problem } from '../../ui/problem';
import { QrCode } from '../../ui/forms/qr-code';
import { SubmitForm } from '../../ui/forms/submit-form';
import { SecretOnce } from '../../ui/forms/secret-once';
import { StatusMark } from '../../ui/status-mark';
import { useSubmit } from '../../ui/forms/use-submit';
import { useUser } from './use-user';

type Action = 'enable' | 'renew' | 'disable';

const TITLES: Readonly<Record<Action, string>> = {
  enable: 'Set up an authenticator',
  renew: 'New recovery codes',
  disable: 'Turn off the second factor',
};

export function SecondFactor() {
  const { data: user } = useUser();
  const [isOpen, { open, close }] = useDisclosure();
  const [dialog, setDialog] = useState<Action>('enable');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const show = (next: Action) => (): void => {
    setDialog(next);
    open();
  };
  const end = (): void => {
    close();
    setCodes(null);
  };
  if (!user) return <Skeleton h={60} role="img" aria-label="Loading" />;
  const isOn = user.mfa_method !== null;
  return (
    <Stack align="start" gap="sm">
      <StatusMark color={isOn ? 'teal' : 'yellow'} text={isOn ? 'On' : 'Off'} />
      <Text size="sm" c="dimmed">
        {isOn
          ? 'Signing in requires a code from your authenticator.'
          : 'With an authenticator, a stolen password is not enough to sign in.'}
      </Text>
      {isOn ? (
        <Group>
          <Button variant="default" onClick={show('renew')}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={show('disable')}>
            Turn off
          </Button>
        </Group>
      ) : (
        <Button onClick={show('enable')}>Set up an authenticator</Button>
      )}
      <Dialog
        opened={isOpen}
        onClose={end}
        isKept={codes !== null}
        title={codes ? 'Your recovery codes' : TITLES[dialog]}
      >
        {codes ? (
          <SecretOnce
            label="Recovery codes"
            value={codes.join('\n')}
            fileName="trunkline-recovery-codes.txt"
            onKept={end}
          />
        ) : (
          <Step dialog={dialog} onCodes={setCodes} onEnd={end} />
        )}
      </Dialog>
    </Stack>
  );
}

interface StepProps {
  readonly dialog: Action;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnd: () => void;
}

function Step({ dialog, onCodes, onEnd }: StepProps) {
  if (dialog === 'enable') return <Enable onCodes={onCodes} />;
  return dialog === 'renew' ? <Renew onCodes={onCodes} /> : <Disable onEnd={onEnd} />;
}

function Enable({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const {
    data: offer,
    error,
    refetch,
  } = useQuery({
    queryKey: ['totp-offer'],
    queryFn: () => trunkline.auth.mfa.startSetup({ method: 'totp' }),
    // Each set-up has a secret of its own.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (!offer)
    return error ? <Problem error={error} retry={refetch} /> : <Skeleton h={260} role="img" aria-label="Loading" />;
  return <Verify offer={offer} onCodes={onCodes} />;
}

function Verify({ offer, onCodes }: { offer: TotpOffer; onCodes: (codes: readonly string[]) => void }) {
  const withPassword = usePasswordPrompt();
  const form = useForm({ initialValues: { code: '' } });
  const submit = useSubmit(
    form,
    ({ code }) =>
      withPassword((password) =>
        trunkline.auth.mfa.verifySetup({
          method: 'totp',
          secret: offer.secret,
          code: code.trim(),
          ...(password && { password }),
        }),
      ),
    async ({ recovery_codes }) => {
      onCodes(recovery_codes);
      await refresh('user', 'members');
    },
  );
  return (
    <SubmitForm submit={submit} label="Turn on">
      <Text size="sm">Scan the code with your authenticator, or enter the secret by hand.</Text>
      <Group justify="center">
        <QrCode text={offer.otpauth_uri} label="QR code of the secret" />
      </Group>
      <CopyField label="Secret" value={offer.secret} />
      <CodeInput form={form} />
    </SubmitForm>
  );
}

function CodeInput({ form }: { form: { getInputProps: (name: 'code') => object } }) {
  return (
    <TextInput
      label="Code from your authenticator"
      inputMode="numeric"
      autoComplete="one-time-code"
      {...form.getInputProps('code')}
    />
  );
}

function Renew({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const withPassword = usePasswordPrompt();
  const form = useForm({ initialValues: { code: '' } });
  const submit = useSubmit(
    form,
    ({ code }) =>
      withPassword((password) =>
        trunkline.auth.mfa.replaceRecoveryCodes({ code: code.trim(), ...(password && { password }) }),
      ),
    ({ codes }) => onCodes(codes),
  );
  return (
    <SubmitForm submit={submit} label="Create new codes">
      <Text size="sm">The old recovery codes stop working.</Text>
      <CodeInput form={form} />
    </SubmitForm>
  );
}

function Disable({ onEnd }: { onEnd: () => void }) {
  const form = useForm({ initialValues: { code: '', password: '' } });
  const submit = useSubmit(
    form,
    ({ code, password }) => trunkline.auth.mfa.disable({ code: code.trim(), ...(password && { password }) }),
    async () => {
      await refresh('user', 'members');
      onEnd();
    },
  );
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack>
        <Text size="sm">You will then sign in with your password only.</Text>
        <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        <CodeInput form={form} />
        <Problem error={submit.error} />
        <Button type="submit" color="red.9" loading={submit.isPending}>
          Turn off
        </Button>
      </Stack>
    </form>
  );
}
