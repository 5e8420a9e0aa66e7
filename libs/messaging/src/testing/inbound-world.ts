import type { Clock, EventBus } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { AuditTrail, CryptoBox, type Database, type Persistence } from '@trunkline/platform';
import { testDatabase, testEventBus } from '@trunkline/platform/testing';
import type { InboundPart } from '../application/carriers/ports';
import { AnswerKeywords } from '../application/consent/answer-keywords';
import { OptOuts } from '../application/consent/opt-outs';
import { QueueReplies } from '../application/consent/queue-replies';
import { ReceiveMessages } from '../application/inbound/receive-messages';
import { RetryUnclaimed } from '../application/inbound/retry-unclaimed';
import { StoreReceived } from '../application/inbound/store-received';
import type { MessageFunds, MessagePrices } from '../application/messages/ports';
import { CarrierReads } from '../infrastructure/carriers/carriers';
import { StoredParts } from '../infrastructure/inbound-parts';
import { StoredUnclaimedMessages } from '../infrastructure/unclaimed-messages';
import { messagingPersistence } from '../messaging.module';
import { messagingWorld } from './messaging-world';

export const THEIR_NUMBER = '+491701234567';

const FREE: MessageFunds = {
  holdOrFail: () => Promise.resolve(),
  cover: () => Promise.resolve({ availableCents: Number.MAX_SAFE_INTEGER, usedTodayCents: 0 }),
  settle: () => Promise.resolve(),
};

/** Without a deck. */
const NO_PRICES: MessagePrices = {
  quote: (_account, _direction, numbers) => Promise.resolve(numbers.map(() => null)),
};

/** What a test decides; by default messages are free. */
interface Given {
  readonly also?: readonly Persistence[];
  readonly prices?: MessagePrices;
  readonly fundsOf?: (db: Database, clock: Clock, events: EventBus) => MessageFunds;
}

interface MessageRow {
  readonly id: string;
  readonly sender: string;
  readonly recipient: string;
  readonly direction: string;
  readonly status: string;
  readonly body: string;
  readonly incomplete: boolean;
  readonly automatic: boolean;
  readonly error_code: string | null;
}

/** What arrives, on PostgreSQL, with one number of each account. */
export async function inboundWorld({ also = [], prices = NO_PRICES, fundsOf = () => FREE }: Given = {}) {
  const { db, close } = await testDatabase([...also, messagingPersistence]);
  const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));
  const events = testEventBus(db, clock);
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);
  const audit = new AuditTrail(db, clock);
  const funds = fundsOf(db, clock, events);
  const world = messagingWorld(db, { clock, events, funds, carrierIds: ['mcr_1'] });
  const replies = new QueueReplies(world.messageStore, world.routes, world.keys, { announce: () => undefined }, clock);
  const unclaimed = new StoredUnclaimedMessages(db, box);
  const keywords = new AnswerKeywords(world.optOuts, replies, world.messages, clock);
  /** The number of an account; others are unknown. */
  const accounts = new Map<string, string>();
  const numbers = {
    ...world.numbers,
    findByE164: (e164: string) => {
      const accountId = accounts.get(e164);
      return Promise.resolve(accountId === undefined ? null : { accountId, numberId: `num_${accountId}` });
    },
  };
  const parts = new StoredParts(db, box);
  const { messageStore, keys, charges } = world;
  const received = new StoreReceived(db, messageStore, keys, prices, charges, keywords, events, clock);
  const receive = new ReceiveMessages(db, parts, numbers, unclaimed, received, clock);
  return {
    ...world,
    db,
    close,
    clock,
    accounts,
    unclaimed,
    carrierQueries: new CarrierReads(db, clock),
    keywords,
    receive,
    retry: new RetryUnclaimed(db, unclaimed, receive, audit),
    optOutsOf: new OptOuts(db, world.optOuts, audit, clock),
    /** Gives a number to an account. */
    own: (accountId: string, e164: string) => void accounts.set(e164, accountId),
    part: (given: Partial<InboundPart> = {}, carrierId = 'mcr_1') =>
      receive.receive(carrierId, {
        carrierMessageId: null,
        from: THEIR_NUMBER,
        to: [...accounts.keys()].at(-1) ?? '',
        text: 'Hello',
        encoding: 'gsm7',
        reference: null,
        part: 1,
        parts: 1,
        receivedAt: clock.now(),
        ...given,
      }),
    /** The messages of an account, oldest first, with their bodies. */
    stored: async (accountId: string): Promise<MessageRow[]> => {
      const rows = await db.query<MessageRow & { body_sealed: string }>(
        `SELECT * FROM messaging.messages WHERE account_id = $1 ORDER BY created_at, id`,
        [accountId],
      );
      const cipher = await world.keys.cipherOf();
      return rows.map((row) => ({ ...row, body: cipher.open(row.id, row.body_sealed).toString('utf8') }));
    },
    published: async (accountId: string) =>
      db.query<{ type: string; data: Record<string, unknown> }>(
        `SELECT type, data FROM platform.outbox WHERE account_id = $1 ORDER BY id`,
        [accountId],
      ),
  };
}

export type InboundWorld = Awaited<ReturnType<typeof inboundWorld>>;
