import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { closureWiring } from './wiring/closure';
import { coreWiring } from './wiring/core';
import { sessionsWiring } from './wiring/history';
import { identityProvidersWiring } from './wiring/identity-providers';
import { keyRemindersWiring } from './wiring/key-care';
import { membersWiring } from './wiring/members';
import { mfaWiring } from './wiring/mfa';
import { operatorWiring } from './wiring/operator';
import { passwordsWiring } from './wiring/passwords';

const wirings = [
  coreWiring,
  passwordsWiring,
  mfaWiring,
  sessionsWiring,
  membersWiring,
  closureWiring,
  identityProvidersWiring,
  keyRemindersWiring,
  operatorWiring,
];
const exported = wirings.flatMap((wiring) => wiring.exported);

/** Needs its views of other contexts answered by the composition. */
@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class IdentityModule {}

export const identityPersistence: Persistence = {
  schemas: wirings.flatMap(({ schemas }) => schemas),
  migrations: wirings.flatMap(({ migrations }) => migrations),
  grants: { schema: 'identity' },
};
