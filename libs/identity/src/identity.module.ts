import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import * as schemas from './infrastructure/schema';
import { identityActivity } from './infrastructure/recorded-tables';
import { accountsWiring } from './wiring/accounts';
import { closureWiring } from './wiring/closure';
import { identityProvidersWiring } from './wiring/identity-providers';
import { keysWiring } from './wiring/keys';
import { mailsWiring } from './wiring/mails';
import { membersWiring } from './wiring/members';
import { mfaWiring } from './wiring/mfa';
import { oauthWiring } from './wiring/oauth';
import { operatorWiring } from './wiring/operator';
import { passwordsWiring } from './wiring/passwords';
import { retentionWiring } from './wiring/retention';
import { screeningWiring } from './wiring/screening';
import { sessionsWiring } from './wiring/sessions';
import { signInWiring } from './wiring/sign-in';
import { signUpWiring } from './wiring/sign-up';
import { usersWiring } from './wiring/users';

const wirings = [
  accountsWiring,
  closureWiring,
  identityProvidersWiring,
  keysWiring,
  mailsWiring,
  membersWiring,
  mfaWiring,
  oauthWiring,
  operatorWiring,
  passwordsWiring,
  retentionWiring,
  screeningWiring,
  sessionsWiring,
  signInWiring,
  signUpWiring,
  usersWiring,
];
const exported = wirings.flatMap((wiring) => wiring.exported);

/** Needs its views of other contexts answered by the composition. */
@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class IdentityModule {}

export const identityPersistence: Persistence = {
  activity: identityActivity,
  schemas: Object.values(schemas),
  migrations: wirings.flatMap(({ migrations = [] }) => migrations),
  grants: { schema: 'identity' },
  sealed: [
    { table: 'identity.signing_keys', key: ['kid'], column: 'private_jwk_sealed', purpose: 'signing-key' },
    { table: 'identity.second_factors', key: ['user_id'], column: 'secret_sealed', purpose: 'totp-secret' },
    { table: 'identity.second_factors', key: ['user_id'], column: 'recovery_codes_sealed', purpose: 'recovery-codes' },
  ],
};
