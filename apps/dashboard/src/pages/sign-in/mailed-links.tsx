import { getRouteApi } from '@tanstack/react-router';
import { trunkline } from '../../session/client';
import { MailedLink } from './mailed-link';

const magicLink = getRouteApi('/magic-link');
const verifyEmail = getRouteApi('/verify-email');
const emailChange = getRouteApi('/email-change');

export function MagicLink() {
  const { token = '' } = magicLink.useSearch();
  return (
    <MailedLink
      title="Sign in"
      text="The link works once."
      action="Sign in"
      consume={async () => (await trunkline.auth.magicLinks.consume({ token })).challenge === 'mfa'}
    />
  );
}

/** Verification links sign in as well. */
const verify = async (token: string): Promise<boolean> =>
  (await trunkline.auth.verifyEmail({ token })).next_step === 'mfa';

export function VerifyEmail() {
  const { token = '' } = verifyEmail.useSearch();
  return (
    <MailedLink
      title="Verify your email address"
      text="This confirms the address and signs you in."
      action="Verify and sign in"
      consume={() => verify(token)}
    />
  );
}

export function EmailChange() {
  const { token = '' } = emailChange.useSearch();
  return (
    <MailedLink
      title="Use the new email address"
      text="From now on, you sign in with this address. The link also signs you in."
      action="Use this address"
      consume={() => verify(token)}
    />
  );
}
