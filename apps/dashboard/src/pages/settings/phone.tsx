import { Button, Group, Stack, Text } from '@mantine/core';
import type { MyUser, SentPhoneCode, UserSendPhoneCodeRequest, UserVerifyPhoneRequest } from '@trunkline/client';
import { useState } from 'react';
import { usePhoneFormat } from '../../format/phone';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import { StatusMark } from '../../ui/feedback/status-mark';

const RELOADS = ['user', 'account', 'members'];

const NUMBER = {
  phone_e164: {
    ...fields.phone('Mobile number', { placeholder: '+12125550100', autoComplete: 'tel' }),
    write: (value: string) => value.replace(/[^\d+]/g, ''),
  },
} satisfies FieldsFor<UserSendPhoneCodeRequest>;

const CODE = {
  code: fields.text('Code from the text message', { inputMode: 'numeric', autoComplete: 'one-time-code' }),
} satisfies FieldsFor<UserVerifyPhoneRequest>;

/** The user's phone number, which a code in a text message verifies. */
export function Phone({ user }: { user: MyUser }) {
  const [sent, setSent] = useState<SentPhoneCode | null>(null);
  return (
    <Stack gap="sm">
      {user.phone_e164 !== null && <Current user={user} />}
      {sent ? <EnterCode sent={sent} onEnd={() => setSent(null)} /> : <SendCode user={user} onSent={setSent} />}
    </Stack>
  );
}

function Current({ user: { phone_e164, phone_verified } }: { user: MyUser }) {
  const grouped = usePhoneFormat();
  return (
    <Group justify="space-between">
      <Group gap="sm">
        <Text size="sm" className="figures whole">
          {phone_e164 !== null && grouped(phone_e164)}
        </Text>
        <StatusMark state={phone_verified ? 'ok' : 'warn'} text={phone_verified ? 'Verified' : 'Not verified'} />
      </Group>
      <ConfirmButton
        compact
        label="Remove"
        title="Remove the phone number"
        text="Your profile then has no phone number."
        action={() => trunkline.user.update({ phone_e164: null })}
        reloads={RELOADS}
      />
    </Group>
  );
}

function SendCode({ user, onSent }: { user: MyUser; onSent: (sent: SentPhoneCode) => void }) {
  return (
    <SubmitForm
      fields={NUMBER}
      start={{ phone_e164: user.phone_verified ? '' : (user.phone_e164 ?? '') }}
      label="Send a code"
      variant="default"
      narrow
      send={(body) => trunkline.user.sendPhoneCode(body)}
      onSent={onSent}
    />
  );
}

function EnterCode({ sent, onEnd }: { sent: SentPhoneCode; onEnd: () => void }) {
  const grouped = usePhoneFormat();
  return (
    <SubmitForm
      fields={CODE}
      label="Verify the number"
      send={(body) => trunkline.user.verifyPhone(body)}
      reloads={RELOADS}
      onSent={onEnd}
      above={
        <Text size="sm" role="status">
          We sent a code to {grouped(sent.phone_e164)}. It is valid for 10 minutes.
        </Text>
      }
      below={
        <Button variant="default" onClick={onEnd}>
          Use another number, or send a new code
        </Button>
      }
    />
  );
}
