import { newId, type OutgoingMail, type Mails, type PublishedEvent } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { AddressGuard, CryptoBox } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { Deliveries, type ReplayRequest } from '../application/deliveries/deliveries';
import { DeliverToEndpoint } from '../application/deliveries/deliver-to-endpoint';
import { DisabledEndpointNotices } from '../application/deliveries/disabled-endpoint-notices';
import { OutcomeLog } from '../application/deliveries/outcome-log';
import type {
  DeliveryHints,
  DeliveryMeter,
  DeliveryOutcome,
  DeliveryStore,
  DueEndpoint,
  WebhookContacts,
  WebhookSender,
} from '../application/deliveries/ports';
import { QueueDeliveries } from '../application/deliveries/queue-deliveries';
import { type ConcurrencyLimits, RequestSlots } from '../application/deliveries/slots';
import { Endpoints } from '../application/endpoints';
import { RecordEvent } from '../application/events/record-event';
import { HttpWebhookSender } from '../infrastructure/deliveries/http-webhook-sender';
import { StoredDeliveryLog } from '../infrastructure/deliveries/delivery-log';
import { StoredDeliveries, StoredPendingDeliveries } from '../infrastructure/deliveries/delivery-store';
import { StoredDeliveryTargets, StoredEndpoints } from '../infrastructure/endpoints/endpoint.repository';
import { GuardedEndpointUrls } from '../infrastructure/endpoints/guarded-endpoint-urls';
import { SealedSigningSecrets } from '../infrastructure/endpoints/sealed-signing-secrets';
import { StoredEventLog } from '../infrastructure/events/event-log';
import { webhooksPersistence } from '../webhooks.module';

const LIMITS = { total: 40, account: 30, endpoint: 5 };
const OPEN = { ALLOW_PRIVATE_WEBHOOKS: true, WEBHOOK_PORTS: [443] };

class RecordedHints implements DeliveryHints {
  readonly given: DueEndpoint[] = [];

  add(endpoints: readonly DueEndpoint[]): Promise<void> {
    this.given.push(...endpoints);
    return Promise.resolve();
  }

  areWaiting(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

class CountingMeter implements DeliveryMeter {
  readonly outcomes: DeliveryOutcome[] = [];

  settled(outcome: DeliveryOutcome): void {
    this.outcomes.push(outcome);
  }
}

class TwoContacts implements WebhookContacts {
  technicalContacts() {
    return Promise.resolve(
      ['usr_1', 'usr_2'].map((userId) => ({ userId, email: `${userId}@example.com`, name: 'Ada' })),
    );
  }
}

class RecordedMails implements Mails {
  readonly sent: OutgoingMail[] = [];

  send(mail: OutgoingMail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

export interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempts: readonly {
    readonly at: string;
    readonly status_code: number | null;
    readonly duration_ms: number;
    readonly error: string | null;
    readonly response_excerpt: string | null;
  }[];
  readonly next_attempt_at: Date | null;
  readonly leased_until: Date | null;
}

/** Webhooks on PostgreSQL, with real requests to receivers on loopback. */
export async function deliveryWorld(clock = new TestClock(), test?: TestDatabase) {
  const { db, url, close } = test ?? (await testDatabase([webhooksPersistence]));
  const guard = new AddressGuard();
  const hints = new RecordedHints();
  const meter = new CountingMeter();
  const mails = new RecordedMails();
  const texts = new Map<string, string>();
  const store = new StoredDeliveries(db, { textsOf: () => Promise.resolve(texts) }, clock);
  const targets = new StoredDeliveryTargets(db);
  const pending = new StoredPendingDeliveries(db);
  const secrets = new SealedSigningSecrets(new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]));
  const repository = new StoredEndpoints(db);
  const urls = new GuardedEndpointUrls(guard, OPEN);
  const endpoints = new Endpoints(db, repository, secrets, urls, pending, clock);
  const record = new RecordEvent(new StoredEventLog(db), new QueueDeliveries(db, store, hints));
  const notices = new DisabledEndpointNotices(new TwoContacts(), mails);

  /** What a worker process has. */
  const worker = (
    limits: ConcurrencyLimits = LIMITS,
    sender: WebhookSender = new HttpWebhookSender(guard, OPEN),
    deliveries: DeliveryStore = store,
  ) => {
    const outcomes = new OutcomeLog(db, deliveries, targets, pending, notices, meter, clock);
    return new DeliverToEndpoint(
      deliveries,
      targets,
      pending,
      secrets,
      sender,
      outcomes,
      hints,
      new RequestSlots(limits),
      clock,
    );
  };
  const requests = new Deliveries(db, repository, new StoredDeliveryLog(db, clock), hints);
  const deliver = worker();

  return {
    db,
    url,
    close,
    clock,
    texts,
    hints,
    meter,
    mails,
    store,
    targets,
    endpoints,
    repository,
    worker,
    endpoint: (accountId: string, url: string, eventTypes: readonly string[] = ['*']) =>
      endpoints.create({
        accountId,
        operationId: newId('op'),
        options: { url, eventTypes },
      }),
    /** Publishes `count` events and returns their ids. */
    publish: async (accountId: string, count = 1): Promise<string[]> => {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) {
        const event: PublishedEvent = {
          id: newId('evt'),
          accountId,
          createdAt: clock.now(),
          type: 'number.released',
          data: { number_id: `num_${n}`, e164: '+12125550123' },
        };
        await db.run(() => record.record(event));
        ids.push(event.id);
      }
      return ids;
    },
    /** Publishes the event of a message to a number. */
    receive: async (accountId: string, numberId: string, messageId: string): Promise<void> => {
      const data = {
        message_id: messageId,
        number_id: numberId,
        from: '+491701234567',
        to: '+12125550123',
        body: null,
      };
      const rest = { segments: 1, price_cents: 0, incomplete: false, keyword: null, received_at: 1_767_225_600 };
      const event = { id: newId('evt'), accountId, createdAt: clock.now(), type: 'sms.received' } as const;
      await db.run(() => record.record({ ...event, data: { ...data, ...rest } }));
    },
    record: (...events: readonly PublishedEvent[]) => db.run(() => record.recordAll(events)),
    replay: (accountId: string, endpointId: string, range: Omit<ReplayRequest, 'onlyFailed'>, onlyFailed = false) =>
      requests.replay({ accountId, endpointId }, { ...range, onlyFailed }),
    list: (accountId: string, endpointId: string, filters = {}) =>
      requests.list({ accountId, endpointId }, filters, { limit: 100, sort: 'created_at', order: 'asc', after: null }),
    redeliver: (accountId: string, endpointId: string, deliveryId: string) =>
      requests.redeliver({ accountId, endpointId }, deliveryId),
    /** One turn of a worker. */
    turn: (endpointId: string, isFailing = false) => deliver.deliver({ endpointId, isFailing }),
    deliveries: (endpointId: string) =>
      db.query<DeliveryRow>(`SELECT * FROM webhooks.deliveries WHERE endpoint_id = $1 ORDER BY id`, [endpointId]),
    /** Ends leases, as if the time had passed after which those of a killed worker end. */
    loseLeases: () =>
      db.query(`UPDATE webhooks.deliveries SET leased_until = clock_timestamp() - interval '1 second'
        WHERE leased_until IS NOT NULL`),
  };
}

export type DeliveryWorld = Awaited<ReturnType<typeof deliveryWorld>>;
