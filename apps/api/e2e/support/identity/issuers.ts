import { randomBytes } from 'node:crypto';
import { type IssuerUser, TestIssuer } from './issuer';

export type Issuers = Readonly<Record<'oauth_idp1' | 'oauth_idp2', TestIssuer>>;

export const clientOf = (provider: string) => ({
  clientId: 'trunkline',
  redirectUri: `http://api.test/v1/auth/idp/${provider}/callback`,
});

/** Starts two issuers, which send the claims in different places. */
export async function startIssuers(): Promise<Issuers> {
  return {
    oauth_idp1: await TestIssuer.start(clientOf('oauth_idp1'), 'userinfo'),
    oauth_idp2: await TestIssuer.start(clientOf('oauth_idp2'), 'id_token'),
  };
}

/** Returns the API settings that configure both issuers. */
export const settingsOf = (issuers: Issuers) => ({
  ...issuers.oauth_idp1.settings('IDP1', clientOf('oauth_idp1'), 'First'),
  ...issuers.oauth_idp2.settings('IDP2', clientOf('oauth_idp2'), 'Second'),
});

/** Creates a user at an issuer and returns the subject. */
export function addUser(issuer: TestIssuer, change: IssuerUser = {}): string {
  const subject = `sub-${randomBytes(6).toString('hex')}`;
  const email = `${subject}@example.com`;
  issuer.users.set(subject, { email, email_verified: true, name: 'Ada Lovelace', ...change });
  return subject;
}
