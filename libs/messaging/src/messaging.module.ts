import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { PDU_PURPOSE } from './infrastructure/smpp/stored-pdus';
import { deliveryWiring } from './wiring/delivery';
import { messagesWiring } from './wiring/messages';
import { smppWiring } from './wiring/smpp';

const wirings = [messagesWiring, deliveryWiring, smppWiring];
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
  sealed: [{ table: 'messaging.unreadable_pdus', key: ['id'], column: 'octets_sealed', purpose: PDU_PURPOSE }],
};
