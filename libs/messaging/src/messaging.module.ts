import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { deliveryWiring } from './wiring/delivery';
import { messagesWiring } from './wiring/messages';

const wirings = [messagesWiring, deliveryWiring];
const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class MessagingModule {}

export const messagingPersistence: Persistence = {
  schemas: wirings.flatMap(({ schemas = [] }) => schemas),
  migrations: wirings.flatMap(({ migrations = [] }) => migrations),
  grants: { schema: 'messaging', undeletable: ['messages'] },
};
