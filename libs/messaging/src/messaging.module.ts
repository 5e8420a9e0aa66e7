import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { EVENT_PURPOSE } from './infrastructure/carriers/carrier-events';
import { PART_PURPOSE } from './infrastructure/inbound-parts';
import { UNCLAIMED_PURPOSE } from './infrastructure/unclaimed-messages';
import { PDU_PURPOSE } from './infrastructure/smpp/stored-pdus';
import { messagingActivity } from './infrastructure/recorded-tables';
import { carriersWiring } from './wiring/carriers';
import { deliveryWiring } from './wiring/delivery';
import { inboundWiring } from './wiring/inbound';
import { messagesWiring } from './wiring/messages';
import { smppWiring } from './wiring/smpp';

const wirings = [messagesWiring, deliveryWiring, carriersWiring, inboundWiring, smppWiring];
const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class MessagingModule {}

export const messagingPersistence: Persistence = {
  activity: messagingActivity,
  schemas: wirings.flatMap(({ schemas = [] }) => schemas),
  migrations: wirings.flatMap(({ migrations = [] }) => migrations),
  grants: { schema: 'messaging', undeletable: ['messages'] },
  sealed: [
    { table: 'messaging.unreadable_pdus', key: ['id'], column: 'octets_sealed', purpose: PDU_PURPOSE },
    { table: 'messaging.carriers', key: ['id'], column: 'password_sealed', purpose: 'messaging.carrier_password' },
    { table: 'messaging.inbound_parts', key: ['group_id', 'part'], column: 'text_sealed', purpose: PART_PURPOSE },
    { table: 'messaging.unclaimed_messages', key: ['id'], column: 'body_sealed', purpose: UNCLAIMED_PURPOSE },
    {
      table: 'messaging.carrier_events',
      key: ['carrier_id', 'event_id'],
      column: 'event_sealed',
      purpose: EVENT_PURPOSE,
    },
  ],
};
