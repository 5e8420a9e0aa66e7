import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { TotpOffer } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { CopyField } from '../../ui/forms/copy-field';
import { Dialog } from '../../ui/dialogs/dialog';
import { Loaded, Loading } from '../../ui/feedback/loaded';
import { part } from '../../ui/part';
import { password } from '../../ui/forms/passwords';
import { SubmitForm } from '../../ui/forms/submit-form';
import { SecretOnce } from '../../ui/forms/secret-once';
import { StatusMark } from '../../ui/feedback/status-mark';
import { CODE } from './code-field';
import { useUser } from './use-user';

const QrCode = part(async () => (await import('../../ui/forms/qr-code')).default);

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
  if (!user) return <Loading height={98} />;
  const isOn = user.mfa_method !== null;
  return (
    <Stack align="start" gap="sm">
      <StatusMark state={isOn ? 'ok' : 'warn'} text={isOn ? 'On' : 'Off'} />
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
  const query = useQuery({
    queryKey: ['totp-offer'],
    queryFn: () => trunkline.auth.mfa.startSetup({ method: 'totp' }),
    // Each set-up has a secret of its own.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={query} height={260}>
      {(offer) => <Verify offer={offer} onCodes={onCodes} />}
    </Loaded>
  );
}

const BY_CODE = { code: CODE };
const BY_CODE_AND_PASSWORD = {
  password: { ...password('Password'), write: (value: string) => value || undefined },
  code: CODE,
};

function Verify({ offer: { secret, otpauth_uri }, onCodes }: { offer: TotpOffer; onCodes: StepProps['onCodes'] }) {
  const withPassword = usePasswordPrompt();
  return (
    <SubmitForm
      fields={BY_CODE}
      label="Turn on"
      send={({ code }) =>
        withPassword((password) => trunkline.auth.mfa.verifySetup({ method: 'totp', secret, code, password }))
      }
      onSent={async ({ recovery_codes }) => {
        onCodes(recovery_codes);
        await refresh('user', 'members');
      }}
      above={
        <>
          <Text size="sm">Scan the code with your authenticator, or enter the secret by hand.</Text>
          <Group justify="center">
            <QrCode text={otpauth_uri} label="QR code of the secret" />
          </Group>
          <CopyField label="Secret" value={secret} />
        </>
      }
    />
  );
}

function Renew({ onCodes }: Pick<StepProps, 'onCodes'>) {
  const withPassword = usePasswordPrompt();
  return (
    <SubmitForm
      fields={BY_CODE}
      label="Create new codes"
      send={({ code }) => withPassword((password) => trunkline.auth.mfa.replaceRecoveryCodes({ code, password }))}
      onSent={({ codes }) => onCodes(codes)}
      above={<Text size="sm">The old recovery codes stop working.</Text>}
    />
  );
}

function Disable({ onEnd }: Pick<StepProps, 'onEnd'>) {
  return (
    <SubmitForm
      fields={BY_CODE_AND_PASSWORD}
      label="Turn off"
      color="red"
      send={(body) => trunkline.auth.mfa.disable(body)}
      reloads={['user', 'members']}
      onSent={onEnd}
      above={<Text size="sm">You will then sign in with your password only.</Text>}
    />
  );
}
