import { addSeconds } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import { testDatabase, type TestDatabase } from '@trunkline/platform/testing';
import type { Message } from '../../domain/message';
import { messagingPersistence } from '../../messaging.module';
import { aMessage, FakeFunds, messagingWorld } from '../../testing';
import type { SettledMessage } from '../messages/ports';

const NOW = new Date('2026-06-01T12:00:00Z');
const HOUR_SECONDS = 3_600;
/** More than a batch. */
const MANY = 520;
const OVERDUE_SECONDS = 600;

/** The money of some messages cannot be moved, as when the ledger contradicts them. */
class FaultyFunds extends FakeFunds {
  faulty: readonly string[] | null = [];

  override settle(messages: readonly SettledMessage[]): Promise<void> {
    const isFaulty = this.faulty === null || messages.some(({ id }) => this.faulty?.includes(id));
    return isFaulty ? Promise.reject(new Error('The hold is not that of the message.')) : super.settle(messages);
  }
}

describe('SweepMessages', () => {
  let test: TestDatabase;
  let funds: FaultyFunds;
  const clock = new TestClock(NOW);

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
  });
  beforeEach(async () => {
    funds = new FaultyFunds();
    // The application's role deletes no messages.
    await test.db
      .query(`UPDATE messaging.messages SET phase = NULL, status = 'failed', due_at = NULL, receipt_until = NULL,
      has_unknown_parts = false, query_at = NULL`);
  });
  afterAll(() => test.close());

  const begin = () => messagingWorld(test.db, { clock, events: new RecordingEventBus(), funds, carrierIds: ['car_1'] });
  type World = ReturnType<typeof begin>;
  const waiting = async (world: World, count: number, given: Partial<Message> = {}) => {
    const [createdAt, expiresAt] = [addSeconds(NOW, -5 * HOUR_SECONDS), addSeconds(NOW, -HOUR_SECONDS)];
    const messages = Array.from({ length: count }, (_, n) =>
      aMessage({ recipient: `+1212${String(5_550_000 + n)}`, createdAt, expiresAt, ...given }),
    );
    await world.messageStore.addAll(messages);
    return messages.map(({ id }) => id);
  };
  const failed = async (ids: readonly string[]) => {
    const text = `SELECT id FROM messaging.messages WHERE id = ANY ($1) AND status = 'failed' ORDER BY id`;
    return (await test.db.query<{ id: string }>(text, [ids])).map(({ id }) => id);
  };

  it('ends every message but those that cannot be ended, names these, and counts them until they are', async () => {
    const world = begin();
    const ids = await waiting(world, MANY);
    funds.faulty = [ids[0] ?? '', ids[MANY - 1] ?? ''];
    const fault: unknown = await world.sweeping.sweep().catch((error: unknown) => error);
    expect(String((fault as AggregateError).errors[0])).toContain(
      `Messages were not ended: ${funds.faulty.join(', ')}`,
    );
    expect(await failed(ids)).toEqual(ids.filter((id) => !funds.faulty?.includes(id)).sort());
    clock.advance(OVERDUE_SECONDS);
    expect(await world.sweeping.countOverdue()).toBe(2);
    funds.faulty = [];
    await world.sweeping.sweep();
    expect([await world.sweeping.countOverdue(), (await failed(ids)).length]).toEqual([0, MANY]);
    clock.advance(-OVERDUE_SECONDS);
  });

  it('does so for messages whose receipts are awaited', async () => {
    const world = begin();
    const sent = {
      status: 'queued',
      phase: 'unknown',
      dueAt: null,
      expiresAt: null,
      errorCode: 'outcome_unknown',
    } as const;
    const ids = await waiting(world, 3, { ...sent, receiptUntil: addSeconds(NOW, -1), hasUnknownParts: true });
    funds.faulty = [ids[1] ?? ''];
    await expect(world.sweeping.sweep()).rejects.toThrow('1 steps of the sweep of messages have failed.');
    const rows = await test.db.query(`SELECT status FROM messaging.messages WHERE id = ANY ($1) ORDER BY id`, [ids]);
    const isEnded = [...ids].sort().map((id) => ({ status: id === ids[1] ? 'queued' : 'undelivered' }));
    expect(rows).toEqual(isEnded);
  });

  it('ends the messages behind many that cannot be ended', async () => {
    const world = begin();
    const ids = (await waiting(world, 150)).sort();
    funds.faulty = ids.slice(0, 100);
    await expect(world.sweeping.sweep()).rejects.toThrow('1 steps of the sweep of messages have failed.');
    expect(await failed(ids)).toEqual(ids.slice(100));
  });

  it('gives up where everything fails, instead of trying each message', async () => {
    const world = begin();
    await waiting(world, MANY);
    funds.faulty = null;
    let attempts = 0;
    const change = world.settling.change.bind(world.settling);
    world.settling.change = (ids, ended) => {
      if (ids.length > 0) attempts += 1;
      return change(ids, ended);
    };
    await expect(world.sweeping.sweep()).rejects.toThrow('1 steps of the sweep of messages have failed.');
    // Ten batches, of which 20 messages each were tried alone.
    expect(attempts).toBe(10 * (1 + 20));
  });
});
