import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { closureWiring } from './wiring/closure';
import { coreWiring } from './wiring/core';
import { historyWiring } from './wiring/history';
import { identityProvidersWiring } from './wiring/identity-providers';
import { keyCareWiring } from './wiring/key-care';
import { membersWiring } from './wiring/members';
import { mfaWiring } from './wiring/mfa';
import { operatorWiring } from './wiring/operator';
import { passwordsWiring } from './wiring/passwords';

const wirings = [
  coreWiring,
  passwordsWiring,
  mfaWiring,
  historyWiring,
  membersWiring,
  closureWiring,
  identityProvidersWiring,
  keyCareWiring,
  operatorWiring,
];
const faces = wirings.flatMap((wiring) => wiring.faces);

/** Needs its views of other contexts answered by the composition. */
@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...faces],
  exports: faces.map(({ provide }) => provide),
})
export class IdentityModule {}

export const identityPersistence: Persistence = {
  schemas: wirings.flatMap(({ schemas }) => schemas),
  migrations: wirings.flatMap(({ migrations }) => migrations),
  grants: { schema: 'identity' },
};
