import { Module } from '@nestjs/common';
import type { Persistence } from '@trunkline/platform';
import { WebhookEndpointSchema } from './infrastructure/endpoints/endpoint.schema';
import { CreateWebhooks1795000700000 } from './infrastructure/migrations/create-webhooks';
import { DeliverWebhooks1795000710000 } from './infrastructure/migrations/deliver-webhooks';
import { ForgetSecrets1795000720000 } from './infrastructure/migrations/forget-secrets';
import { deliveriesWiring } from './wiring/deliveries';
import { NumberEvents1795000730000 } from './infrastructure/migrations/number-events';
import { endpointsWiring } from './wiring/endpoints';
import { eventsWiring } from './wiring/events';

const wirings = [eventsWiring, endpointsWiring, deliveriesWiring];
const exported = wirings.flatMap((wiring) => wiring.exported);

@Module({
  providers: [...wirings.flatMap(({ providers }) => providers), ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class WebhooksModule {}

export const webhooksPersistence: Persistence = {
  schemas: [WebhookEndpointSchema],
  migrations: [
    CreateWebhooks1795000700000,
    DeliverWebhooks1795000710000,
    ForgetSecrets1795000720000,
    NumberEvents1795000730000,
  ],
  grants: { schema: 'webhooks' },
  sealed: ['secret_sealed', 'previous_secret_sealed'].map((column) => {
    return { table: 'webhooks.endpoints', key: ['id'], column, purpose: 'webhooks.signing_secret' };
  }),
};
