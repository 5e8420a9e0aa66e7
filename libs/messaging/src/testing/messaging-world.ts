import { type Clock, type EventBus, newId, CommonErrors } from '@trunkline/kernel';
import type { Database } from '@trunkline/platform';
import { BarredMessages, type SenderBar } from '../application/barred-messages';
import { Inbox } from '../application/carriers/inbox';
import type { CarrierRoutes, HeldCarriers } from '../application/carriers/ports';
import { PumpTools } from '../application/delivery/carrier-pump';
import { DeliverMessages, RerouteMessages } from '../application/delivery/deliver-messages';
import { PaceMessages } from '../application/delivery/pace-messages';
import type { DeliveryStore } from '../application/delivery/ports';
import { SettleDelivery } from '../application/delivery/settle-delivery';
import { SweepMessages } from '../application/delivery/sweep-messages';
import { MessageCharges } from '../application/messages/message-charges';
import { Messages } from '../application/messages/messages';
import type { BodyCipher, MessageFunds, MessagePrices, MessageView, Sender } from '../application/messages/ports';
import { QueueMessages, SendMessages, type SendRequest } from '../application/messages/send-messages';
import { SendingLimits } from '../application/messages/sending-limits';
import { StoredDelivery } from '../infrastructure/delivery-store';
import { GroupedFacts } from '../infrastructure/grouped-facts';
import { StoredMessages } from '../infrastructure/message-store';
import { StoredOptOuts } from '../infrastructure/opt-outs';
import { StoredSendingStops } from '../infrastructure/sending-stops';
import { StoredSpendingHours } from '../infrastructure/spending-hours';

export const OUR_NUMBER = '+12125550100';
const BODY_DAYS = 30;

/** Reverses bodies: a test would notice one that is not sealed. */
const CIPHER: BodyCipher = {
  seal: (owner, plain) => `${owner} ${Buffer.from(plain).toString('base64url')}`,
  open: (owner, sealed) => {
    if (!sealed.startsWith(`${owner} `)) throw new Error('The body was sealed for another message.');
    return Buffer.from(sealed.slice(owner.length + 1), 'base64url');
  },
};

const A_CENT = {
  deckId: 'deck_1',
  prefix: '',
  description: 'Anywhere',
  pricePerSegmentMicrocents: 1_000_000,
  discountPct: 0,
};
const CENT_A_SEGMENT: MessagePrices = {
  quote: (_account, _direction, numbers) => Promise.resolve(numbers.map(() => A_CENT)),
};

/** What a test decides about the world around messages. */
export interface Surroundings {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly funds: MessageFunds;
  readonly carrierIds: readonly string[];
  readonly takers?: () => ReadonlySet<string>;
  readonly prices?: MessagePrices;
  readonly store?: DeliveryStore;
}

/** Messaging on a database, as the composition wires it, with numbers and rules that allow everything. */
export function messagingWorld(db: Database, { clock, events, funds, carrierIds, ...given }: Surroundings) {
  const settings = { dailyCapCents: null as number | null, ruleAgainst: null as string | null };
  const own = { numberId: 'num_1', e164: OUR_NUMBER, status: 'active', capabilities: ['voice', 'sms'] };
  const numbers = {
    own,
    findOwn: (_account: string, e164: string) => Promise.resolve({ ...own, e164 }),
    findByE164: () => Promise.resolve({ numberId: 'num_1', accountId: 'acc_1' }),
    statusesOf: (ids: readonly string[]) => Promise.resolve(new Map(ids.map((id) => [id, own.status]))),
  };
  /** What bars the accounts. */
  const barred = new Map<string, SenderBar>();
  const bars = {
    of: (senders: readonly Sender[]) => Promise.resolve(senders.map(({ accountId }) => barred.get(accountId) ?? null)),
  };
  const rules = {
    termsOf: () => {
      const { dailyCapCents, ruleAgainst } = settings;
      const messagesPerSecond = null;
      return Promise.resolve({ dailyCapCents, messagesPerSecond, ruleAgainst: () => Promise.resolve(ruleAgainst) });
    },
  };
  const routes: CarrierRoutes = {
    routesFor: () => Promise.resolve(carrierIds),
    takers: () => Promise.resolve(given.takers?.() ?? new Set(carrierIds)),
  };
  const prices = given.prices ?? CENT_A_SEGMENT;
  const keys = {
    isErased: false,
    cipherOf: () => (keys.isErased ? Promise.reject(CommonErrors.not_found()) : Promise.resolve(CIPHER)),
  };
  const messageStore = new StoredMessages(db);
  const store = given.store ?? new StoredDelivery(db);
  const queue = new QueueMessages(db, messageStore, funds, { announce: () => undefined });
  const optOuts = new StoredOptOuts(db);
  const stops = new StoredSendingStops(db);
  const limits = new SendingLimits(rules, optOuts, stops);
  const sending = new SendMessages(numbers, limits, prices, routes, keys, funds, queue, clock);
  const charges = new MessageCharges(funds, new StoredSpendingHours(db), clock);
  const messages = new Messages(db, messageStore, keys, charges, events);
  const settling = new SettleDelivery(db, store, routes, charges, events, clock);
  const facts = new GroupedFacts(settling);
  const inbox = new Inbox(facts, { receive: () => Promise.resolve() });
  const sweeping = new SweepMessages(store, settling, facts, { bodyDays: BODY_DAYS }, clock);
  const rerouting = new RerouteMessages(store, routes, clock);
  const errors: unknown[] = [];
  const log = { failed: (error: unknown) => void errors.push(error) };
  const paces = new PaceMessages(rules, { take: () => Promise.resolve(true) });
  const tools = new PumpTools(store, facts, paces, bars, keys, log, clock);
  return {
    settings,
    numbers,
    barred,
    bars,
    barredMessages: new BarredMessages(messageStore, bars, messages, clock),
    routes,
    keys,
    optOuts,
    stops,
    messages,
    charges,
    sending,
    store,
    messageStore,
    settling,
    rerouting,
    inbox,
    sweeping,
    errors,
    deliver: (carriers: HeldCarriers) => new DeliverMessages(carriers, rerouting, inbox, tools),
    send: (accountId: string, to: string, request: Partial<SendRequest> = {}): Promise<MessageView> =>
      sending.sendOne({
        accountId,
        from: OUR_NUMBER,
        recipients: [{ id: newId('sms'), to }],
        body: 'Hello',
        smartEncoding: false,
        customerReference: null,
        scheduledAt: null,
        batchId: null,
        ...request,
      }),
  };
}

export type MessagingWorld = ReturnType<typeof messagingWorld>;
