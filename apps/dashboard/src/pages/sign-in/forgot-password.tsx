import { useState } from 'react';
import { trunkline } from '../../session/client';
import { TextLink } from '../../ui/links';
import * as fields from '../../ui/forms/fields';
import { Entry, ProvenForm } from './entry';

const FIELDS = { email: fields.email('Email', { autoComplete: 'username', autoFocus: true }) };

export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    const text = `If there is a user with the address ${sentTo}, a link is on its way. It expires in one hour.`;
    return <Entry title="Check your email" text={text} />;
  }
  return (
    <Entry title="Reset your password" text="We email you a link to choose a new password.">
      <ProvenForm
        fields={FIELDS}
        label="Email me a link"
        send={(body, proof) => trunkline.auth.sendPasswordReset({ ...body, ...proof })}
        onSent={(_result, { values }) => setSentTo(values.email)}
      />
      <TextLink to="/sign-in">Back to sign-in</TextLink>
    </Entry>
  );
}
