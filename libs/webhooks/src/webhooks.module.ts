import { Module, type Provider } from '@nestjs/common';
import {
  type Persistence,
  AddressGuard,
  bind,
  Database,
  implement,
  JobQueues,
  Log,
  Metrics,
  Settings,
  CryptoBox,
  Notifications,
} from '@trunkline/platform';
import { WebhookEndpointSchema } from './infrastructure/endpoints/endpoint.schema';
import { CreateWebhooks1795000700000 } from './infrastructure/migrations/create-webhooks';
import { DeliverWebhooks1795000710000 } from './infrastructure/migrations/deliver-webhooks';
import { ForgetSecrets1795000720000 } from './infrastructure/migrations/forget-secrets';
import { NumberEvents1795000730000 } from './infrastructure/migrations/number-events';
import { PartitionEvents1795021600010 } from './infrastructure/migrations/partition-events';
import { SendToNumbers1795021122000 } from './infrastructure/migrations/send-to-numbers';
import { Clock, Mails, Transactor } from '@trunkline/kernel';
import { Deliveries } from './application/deliveries/deliveries';
import { DeliveryLog } from './application/deliveries/delivery-log';
import { PruneDeliveries } from './application/deliveries/prune-deliveries';
import { DeliverToEndpoint } from './application/deliveries/deliver-to-endpoint';
import { DisabledEndpointNotices } from './application/deliveries/disabled-endpoint-notices';
import { OutcomeLog } from './application/deliveries/outcome-log';
import {
  DeliveryHints,
  DeliveryMeter,
  DeliveryStatistics,
  DeliveryStore,
  DeliveryTargets,
  MessageTexts,
  WebhookContacts,
  WebhookSender,
} from './application/deliveries/ports';
import { QueueDeliveries } from './application/deliveries/queue-deliveries';
import { SendCallback } from './application/deliveries/send-callback';
import { RequestSlots } from './application/deliveries/slots';
import { EndpointRepository, PendingDeliveries, SigningSecrets, EndpointUrls } from './application/ports';
import { HttpWebhookSender } from './infrastructure/deliveries/http-webhook-sender';
import { JobDeliveryHints } from './infrastructure/deliveries/job-delivery-hints';
import { PrometheusDeliveryMeter } from './infrastructure/deliveries/prometheus-delivery-meter';
import { StoredDeliveryLog } from './infrastructure/deliveries/delivery-log';
import { StoredDeliveryStatistics } from './infrastructure/deliveries/delivery-statistics';
import { StoredDeliveries, StoredPendingDeliveries } from './infrastructure/deliveries/delivery-store';
import { StoredDeliveryTargets, StoredEndpoints } from './infrastructure/endpoints/endpoint.repository';
import { Endpoints } from './application/endpoints';
import { GuardedEndpointUrls } from './infrastructure/endpoints/guarded-endpoint-urls';
import { SealedSigningSecrets } from './infrastructure/endpoints/sealed-signing-secrets';
import { EventLog, EventQueries, EventTail } from './application/events/ports';
import { PruneEvents } from './application/events/prune-events';
import { RecordEvent } from './application/events/record-event';
import { StoredEventLog } from './infrastructure/events/event-log';
import { EventReads } from './infrastructure/events/event-queries';
import { StoredEventTail } from './infrastructure/events/event-tail';
import { webhooksActivity } from './infrastructure/recorded-tables';

const providers: readonly Provider[] = [
  implement(EventLog, StoredEventLog, [Database]),
  implement(SigningSecrets, SealedSigningSecrets, [CryptoBox]),
  implement(EndpointUrls, GuardedEndpointUrls, [AddressGuard, Settings]),
  implement(PendingDeliveries, StoredPendingDeliveries, [Database]),
  implement(DeliveryTargets, StoredDeliveryTargets, [Database]),
  implement(DeliveryLog, StoredDeliveryLog, [Database, Clock]),
  implement(WebhookSender, HttpWebhookSender, [AddressGuard, Settings]),
  implement(DeliveryMeter, PrometheusDeliveryMeter, [Metrics]),
  bind(DisabledEndpointNotices, [WebhookContacts, Mails]),
  bind(QueueDeliveries, [Transactor, DeliveryStore, DeliveryHints]),
  bind(OutcomeLog, [
    Transactor,
    DeliveryStore,
    DeliveryTargets,
    PendingDeliveries,
    DisabledEndpointNotices,
    DeliveryMeter,
    Clock,
  ]),
  {
    provide: RequestSlots,
    inject: [Settings],
    useFactory: ({
      WEBHOOK_CONCURRENCY: total,
      WEBHOOK_ACCOUNT_CONCURRENCY: account,
      WEBHOOK_ENDPOINT_CONCURRENCY: endpoint,
    }: Settings) => new RequestSlots({ total, account, endpoint }),
  },
];

/** What is visible outside the context. */
const exported = [
  implement(EventQueries, EventReads, [Database, Clock]),
  implement(EventTail, StoredEventTail, [Database, Notifications, Clock]),
  bind(RecordEvent, [EventLog, QueueDeliveries]),
  bind(PruneEvents, [EventLog, Clock]),
  implement(EndpointRepository, StoredEndpoints, [Database]),
  bind(Endpoints, [Transactor, EndpointRepository, SigningSecrets, EndpointUrls, PendingDeliveries, Clock]),
  implement(DeliveryStore, StoredDeliveries, [Database, MessageTexts, Clock]),
  implement(DeliveryStatistics, StoredDeliveryStatistics, [Database, Clock]),
  implement(DeliveryHints, JobDeliveryHints, [JobQueues, Log]),
  bind(Deliveries, [Transactor, EndpointRepository, DeliveryLog, DeliveryHints]),
  bind(PruneDeliveries, [DeliveryLog, Clock]),
  bind(SendCallback, [WebhookSender, Clock]),
  bind(DeliverToEndpoint, [
    DeliveryStore,
    DeliveryTargets,
    PendingDeliveries,
    SigningSecrets,
    WebhookSender,
    OutcomeLog,
    DeliveryHints,
    RequestSlots,
    Clock,
  ]),
];

@Module({
  providers: [...providers, ...exported],
  exports: exported.map(({ provide }) => provide),
})
export class WebhooksModule {}

export const webhooksPersistence: Persistence = {
  activity: webhooksActivity,
  schemas: [WebhookEndpointSchema],
  migrations: [
    CreateWebhooks1795000700000,
    DeliverWebhooks1795000710000,
    ForgetSecrets1795000720000,
    NumberEvents1795000730000,
    SendToNumbers1795021122000,
    PartitionEvents1795021600010,
  ],
  grants: { schema: 'webhooks' },
  sealed: ['secret_sealed', 'previous_secret_sealed'].map((column) => {
    return { table: 'webhooks.endpoints', key: ['id'], column, purpose: 'webhooks.signing_secret' };
  }),
};
