import { Clock, Mails, Transactor } from '@trunkline/kernel';
import {
  AddressGuard,
  bind,
  Database,
  implement,
  JobQueues,
  Log,
  Metrics,
  Settings,
  type Wiring,
} from '@trunkline/platform';
import { Deliveries } from '../application/deliveries/deliveries';
import { DeliveryLog } from '../application/deliveries/delivery-log';
import { PruneDeliveries } from '../application/deliveries/prune-deliveries';
import { DeliverToEndpoint } from '../application/deliveries/deliver-to-endpoint';
import { DisabledEndpointNotices } from '../application/deliveries/disabled-endpoint-notices';
import { OutcomeLog } from '../application/deliveries/outcome-log';
import {
  DeliveryHints,
  DeliveryMeter,
  DeliveryStatistics,
  DeliveryStore,
  DeliveryTargets,
  WebhookContacts,
  WebhookSender,
} from '../application/deliveries/ports';
import { QueueDeliveries } from '../application/deliveries/queue-deliveries';
import { RequestSlots } from '../application/deliveries/slots';
import { EndpointRepository, PendingDeliveries, SigningSecrets } from '../application/endpoints/ports';
import { HttpWebhookSender } from '../infrastructure/deliveries/http-webhook-sender';
import { JobDeliveryHints } from '../infrastructure/deliveries/job-delivery-hints';
import { PrometheusDeliveryMeter } from '../infrastructure/deliveries/prometheus-delivery-meter';
import { StoredDeliveryLog } from '../infrastructure/deliveries/delivery-log';
import { StoredDeliveryStatistics } from '../infrastructure/deliveries/delivery-statistics';
import { StoredDeliveries } from '../infrastructure/deliveries/delivery-store';
import { StoredDeliveryTargets } from '../infrastructure/deliveries/delivery-targets';

export const deliveriesWiring: Wiring = {
  providers: [
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
  ],
  exported: [
    implement(DeliveryStore, StoredDeliveries, [Database, Clock]),
    implement(DeliveryStatistics, StoredDeliveryStatistics, [Database, Clock]),
    implement(DeliveryHints, JobDeliveryHints, [JobQueues, Log]),
    bind(Deliveries, [Transactor, EndpointRepository, DeliveryLog, DeliveryHints]),
    bind(PruneDeliveries, [DeliveryLog, Clock]),
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
  ],
};
