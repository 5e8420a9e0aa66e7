import { addSeconds, newId } from '@trunkline/kernel';
import { RecordingEventBus, TestClock } from '@trunkline/kernel/testing';
import type { Database } from '@trunkline/platform';
import { OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import type { DeliveryReport } from '../application/carriers/ports';
import type { AnswerFact } from '../application/delivery/ports';
import type { Message } from '../domain/message';
import { messagingPersistence } from '../messaging.module';
import { aMessage, FakeFunds, type MessagingWorld, messagingWorld } from '../testing';
import { StoredDelivery } from './delivery-store';

const CONNECTIONS = 10;

/** Waits for others after it has stored parts, and before its transaction reads them. */
class MeetingDelivery extends StoredDelivery {
  readonly recorded: Promise<void>;
  meeting: Promise<unknown> = Promise.resolve();
  private record: () => void = () => undefined;

  constructor(db: Database) {
    super(db);
    this.recorded = new Promise((resolve) => (this.record = resolve));
  }

  override async recordParts(...given: Parameters<StoredDelivery['recordParts']>) {
    const messages = await super.recordParts(...given);
    this.record();
    await this.meeting;
    return messages;
  }
}

describe('StoredDelivery', () => {
  let test: TestDatabase;
  let store: StoredDelivery;
  let world: MessagingWorld;
  let funds: FakeFunds;
  let events: RecordingEventBus;
  let carrierId: string;
  const clock = new TestClock(new Date('2026-06-01T12:00:00Z'));

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
    // Opens every connection first: a race needs them at the same time.
    await Promise.all(Array.from({ length: CONNECTIONS }, () => test.db.query('SELECT pg_sleep(0.05)')));
    store = new StoredDelivery(test.db);
  });
  beforeEach(() => {
    carrierId = newId('car');
    [funds, events] = [new FakeFunds(), new RecordingEventBus()];
    world = messagingWorld(test.db, { clock, events, funds, carrierIds: [carrierId] });
  });
  afterAll(() => test.close());

  let numbers = 0;
  const aNumber = () => `+1212${String(5_560_000 + ++numbers)}`;
  const added = async (given: Partial<Message> = {}): Promise<Message> => {
    const message = aMessage({ carrierId, recipient: aNumber(), createdAt: clock.now(), ...given });
    await world.messageStore.addAll([message]);
    return message;
  };
  const claim = async (lease = 'one', limit = 100) => {
    const claimed = await store.claim({ carrierId, lease, limit, now: clock.now() });
    await store.checkBehind(claimed.behind);
    return claimed;
  };
  const claimedIds = async (lease?: string, limit?: number) => (await claim(lease, limit)).messages.map(({ id }) => id);
  const stored = (id: string) =>
    test.db.get<{ status: string; phase: string | null; errorCode: string | null }>(
      `SELECT status, phase, error_code AS "errorCode" FROM messaging.messages WHERE id = $1`,
      [id],
    );
  const answer = (message: Message, carrierMessageIds: readonly string[], lease = 'one'): AnswerFact => ({
    kind: 'answer',
    carrierId,
    lease,
    messageId: message.id,
    from: message.sender,
    to: message.recipient,
    outcome: { kind: 'accepted', carrierMessageIds },
  });
  const report = (carrierMessageId: string, given: Partial<DeliveryReport> = {}) =>
    world.inbox.receipt(carrierId, {
      carrierMessageId,
      from: null,
      to: null,
      state: 'delivered',
      code: null,
      at: clock.now(),
      ...given,
    });

  /** Loses the answer to the last of two parts; then the receipt of the first one decides the message. */
  const decide = async (message: Message) => {
    await claim();
    const outcome = { kind: 'unknown', carrierMessageIds: [`${message.id}.1`] } as const;
    await world.settling.settle([{ ...answer(message, []), outcome }]);
    await report(`${message.id}.1`, { state: 'undelivered' });
  };

  it('gives each due message to one of the workers that claim at the same time', async () => {
    const messages = await Promise.all(Array.from({ length: 60 }, () => added()));
    const claims = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => claimedIds(`lease_${n}`, 20)));
    for (let rest = claims.flat().length; rest < 60; rest++) claims.push(await claimedIds('last', 1));
    expect(claims.flat().sort()).toEqual(messages.map(({ id }) => id).sort());
  });

  it('claims the earliest message of a conversation, and the next one after it', async () => {
    const recipient = aNumber();
    const first = await added({ recipient });
    clock.advance(1);
    const second = await added({ recipient });
    expect(await claimedIds()).toEqual([first.id]);
    expect(await claimedIds()).toEqual([]);
    await world.settling.settle([answer(first, [first.id])]);
    expect(await claimedIds()).toEqual([second.id]);
  });

  it('puts no message off whose predecessor is answered while the claim reads others', async () => {
    const recipient = aNumber();
    const first = await added({ recipient });
    await claim();
    const others = Array.from({ length: 3_000 }, () =>
      aMessage({ carrierId, recipient: aNumber(), createdAt: clock.now() }),
    );
    await world.messageStore.addAll(others);
    clock.advance(1);
    const second = await added({ recipient });
    const [, { messages }] = await Promise.all([
      world.settling.settle([answer(first, [first.id])]),
      claim('other', others.length + 1),
    ]);
    const isClaimed = messages.some(({ id }) => id === second.id);
    expect(await claimedIds('other')).toEqual(isClaimed ? [] : [second.id]);
  });

  it('makes the next message of a conversation due when the first fails, is cancelled or has an unknown outcome', async () => {
    const recipient = aNumber();
    const messages: Message[] = [];
    for (let n = 0; n < 4; n++) {
      clock.advance(1);
      messages.push(await added({ recipient, expiresAt: addSeconds(clock.now(), n === 0 ? 60 : 9_999) }));
    }
    const [first, second, third, fourth] = messages as [Message, Message, Message, Message];
    await claim();
    await world.settling.settle([
      { ...answer(first, []), outcome: { kind: 'busy', retryAfterMs: 9_999_000 } as const },
    ]);
    expect(await claimedIds()).toEqual([]);
    clock.advance(61);
    await world.sweeping.sweep();
    await world.messages.cancel(second.accountId, second.id);
    expect(await claimedIds('one')).toEqual([third.id]);
    await store.takeOver(carrierId, 'two', clock.now());
    expect(await claimedIds('two')).toEqual([fourth.id]);
  });

  it('stores what other carriers say at the same time as one that says what cannot be stored', async () => {
    const messages = await Promise.all(Array.from({ length: 8 }, () => added()));
    await claim();
    const reports = messages.map(({ id }, index) => report(index === 3 ? `${id}\0` : id));
    const settled = await Promise.allSettled(reports);
    expect(settled.map(({ status }) => status)).toEqual(messages.map((_, n) => (n === 3 ? 'rejected' : 'fulfilled')));
  });

  it('keeps the place of a message that is offered again later, and lets a scheduled one wait for its time', async () => {
    const recipient = aNumber();
    const scheduledAt = addSeconds(clock.now(), 3_600);
    await added({ recipient, scheduledAt, dueAt: scheduledAt });
    const first = await added({ recipient });
    clock.advance(1);
    const second = await added({ recipient });
    await claim();
    const busy = { ...answer(first, []), outcome: { kind: 'busy', retryAfterMs: 5_000 } as const };
    await world.settling.settle([busy]);
    expect(await claimedIds()).toEqual([]);
    clock.advance(6);
    expect(await claimedIds()).toEqual([first.id]);
    await world.settling.settle([answer(first, [first.id])]);
    expect(await claimedIds()).toEqual([second.id]);
  });

  it('delivers a message whose receipt and answer are stored at the same time', async () => {
    const messages = await Promise.all(Array.from({ length: 40 }, () => added()));
    await claim();
    await Promise.all(
      messages.flatMap((message) => [world.settling.settle([answer(message, [message.id])]), report(message.id)]),
    );
    for (const { id } of messages) expect(await stored(id)).toMatchObject({ status: 'delivered' });
    expect(funds.charged.sort()).toEqual(messages.map(({ id }) => id).sort());
  });

  it('delivers a message of two parts whose receipts are stored at the same time by different processes', async () => {
    const message = await added({ segments: 2 });
    await claim();
    const ids = [`${message.id}.1`, `${message.id}.2`];
    await world.settling.settle([answer(message, ids)]);
    // Both have stored their part before either looks at the parts of the message.
    const stores = ids.map(() => new MeetingDelivery(test.db));
    const meeting = Promise.all(stores.map(({ recorded }) => recorded));
    const arriving = { from: null, to: null, state: 'delivered', code: null, at: clock.now() } as const;
    await Promise.all(
      ids.map((carrierMessageId, index) => {
        const meetingStore = stores[index];
        if (meetingStore) meetingStore.meeting = meeting;
        const process = { clock, events, funds, carrierIds: [carrierId], store: meetingStore };
        return messagingWorld(test.db, process).inbox.receipt(carrierId, { carrierMessageId, ...arriving });
      }),
    );
    expect(await stored(message.id)).toMatchObject({ status: 'delivered' });
  });

  it('cancels a message or hands it over, but not both', async () => {
    const messages = await Promise.all(Array.from({ length: 40 }, () => added()));
    const [claims, cancelled] = await Promise.all([
      Promise.all([claimedIds('a', 20), claimedIds('b', 20)]),
      Promise.all(
        messages.map(({ accountId, id }) =>
          world.messages.cancel(accountId, id).then(
            () => id,
            () => null,
          ),
        ),
      ),
    ]);
    const [taken, failed] = [claims.flat(), cancelled.flatMap((id) => id ?? [])];
    expect(taken.filter((id) => failed.includes(id))).toEqual([]);
    expect(funds.released.sort()).toEqual([...failed].sort());
    for (const id of failed) expect(await stored(id)).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
  });

  it('gives what another lease was submitting an unknown outcome, which an answer or a receipt still decides', async () => {
    const [answered, matched, lost] = [await added(), await added(), await added()];
    await claim('one');
    expect(await store.takeOver(carrierId, 'one', clock.now())).toBe(0);
    expect(await store.takeOver(carrierId, 'two', clock.now())).toBe(3);
    expect(await stored(answered.id)).toEqual({ status: 'queued', phase: 'unknown', errorCode: 'outcome_unknown' });
    expect(await claimedIds('two')).toEqual([]);
    await world.settling.settle([answer(answered, [answered.id], 'one')]);
    expect(await stored(answered.id)).toMatchObject({ status: 'sent', errorCode: null });
    await report('its-own-id', { from: matched.sender, to: matched.recipient });
    await world.sweeping.sweep();
    expect(await stored(matched.id)).toMatchObject({ phase: 'unknown' });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(matched.id)).toMatchObject({ status: 'delivered' });
    clock.advance(3 * 86_400);
    await world.sweeping.sweep();
    expect(await stored(lost.id)).toMatchObject({ status: 'undelivered', errorCode: 'no_receipt' });
    expect(funds.charged.sort()).toEqual([answered.id, matched.id].sort());
    expect(funds.released).toContain(lost.id);
  });

  it('finds a message of unknown outcome by the receipts of its accepted parts, and the last part by its numbers', async () => {
    const message = await added({ segments: 3 });
    await claim();
    const ids = [`${message.id}.1`, `${message.id}.2`];
    await world.settling.settle([{ ...answer(message, []), outcome: { kind: 'unknown', carrierMessageIds: ids } }]);
    expect(await stored(message.id)).toEqual({ status: 'queued', phase: 'unknown', errorCode: 'outcome_unknown' });
    expect(funds.charged).toEqual([]);
    await report(ids[0] ?? '');
    expect(await stored(message.id)).toEqual({ status: 'sent', phase: null, errorCode: null });
    await report(ids[1] ?? '');
    await report(`${message.id}.3`, { from: message.sender, to: message.recipient });
    expect(await stored(message.id)).toMatchObject({ status: 'sent' });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(message.id)).toMatchObject({ status: 'delivered' });
    for (const id of [...ids, `${message.id}.3`]) await report(id);
    expect([funds.charged, funds.released]).toEqual([[message.id], []]);
    expect(await claimedIds()).toEqual([]);
  });

  it('finds a message by its numbers whose worker was lost, part by part', async () => {
    const message = await added({ segments: 2 });
    await claim('one');
    await store.takeOver(carrierId, 'two', clock.now());
    for (const part of [1, 2]) {
      await report(`${message.id}.${String(part)}`, { from: message.sender, to: message.recipient });
      clock.advance(31);
      await world.sweeping.sweep();
      expect(await stored(message.id)).toMatchObject({ status: part === 1 ? 'sent' : 'delivered' });
    }
    expect(funds.charged).toEqual([message.id]);
  });

  it('finds a message by its numbers whose carrier gave it no id', async () => {
    const message = await added();
    await claim();
    await world.settling.settle([answer(message, [])]);
    expect(await stored(message.id)).toMatchObject({ status: 'sent' });
    await report('an-id-of-receipts-only', { from: message.sender, to: message.recipient });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(message.id)).toMatchObject({ status: 'delivered' });
    expect(funds.charged).toEqual([message.id]);
  });

  it('settles a message by an answer that came late, although another one has the same numbers', async () => {
    const recipient = aNumber();
    const [first, second] = [await added({ recipient }), await added({ recipient })];
    for (const { id } of [first, second]) {
      await claim('one');
      await store.takeOver(carrierId, 'two', clock.now());
      expect(await stored(id)).toMatchObject({ phase: 'unknown' });
    }
    await report('late', { messageId: second.id, from: second.sender, to: recipient, state: 'accepted' });
    expect(await stored(first.id)).toMatchObject({ phase: 'unknown' });
    expect(await stored(second.id)).toMatchObject({ status: 'sent' });
    await report('late');
    expect(await stored(second.id)).toMatchObject({ status: 'delivered' });
  });

  it('counts no receipt for a part of an attempt that was given up, neither for its message nor for another', async () => {
    const recipient = aNumber();
    const [message, other] = [await added({ recipient, segments: 2 }), await added({ recipient })];
    for (const attempt of [1, 2]) {
      expect(await claimedIds()).toEqual([message.id]);
      await report(`${message.id}.early${String(attempt)}`, { from: message.sender, to: recipient });
      const givenUpIds = [`${message.id}.${String(attempt)}`, `${message.id}.early${String(attempt)}`];
      const outcome = { kind: 'busy', retryAfterMs: 0, givenUpIds } as const;
      await world.settling.settle([{ ...answer(message, []), outcome }]);
    }
    expect(await claimedIds()).toEqual([message.id]);
    await world.settling.settle([answer(message, ['whole.1', 'whole.2'])]);
    await claim();
    await store.takeOver(carrierId, 'two', clock.now());
    await report(`${message.id}.1`, { from: message.sender, to: recipient });
    await report(`${message.id}.2`, { from: message.sender, to: recipient, state: 'undelivered' });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(message.id)).toMatchObject({ status: 'sent' });
    expect(await stored(other.id)).toMatchObject({ phase: 'unknown' });
    for (const id of ['whole.1', 'whole.2']) await report(id);
    expect(await stored(message.id)).toMatchObject({ status: 'delivered' });
    expect(funds.charged).toEqual([message.id]);
  });

  it('leaves the receipts of parts that are known to their messages', async () => {
    const recipient = aNumber();
    const sent = await added({ recipient });
    await claim();
    await world.settling.settle([answer(sent, [sent.id])]);
    await report('of-an-attempt-that-was-given-up', { from: sent.sender, to: recipient, state: 'undelivered' });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(sent.id)).toMatchObject({ status: 'sent' });
  });

  it('matches no receipt with a message that was created after it', async () => {
    const recipient = aNumber();
    const sender = aNumber();
    await report('of-another-message', { from: sender, to: recipient });
    clock.advance(60);
    const later = await added({ sender, recipient });
    await claim('one');
    await store.takeOver(carrierId, 'two', clock.now());
    await world.sweeping.sweep();
    expect(await stored(later.id)).toMatchObject({ phase: 'unknown' });
  });

  it('matches no receipt by sender and recipient that two messages of unknown outcome share', async () => {
    const recipient = aNumber();
    const both = [await added({ recipient }), await added({ recipient })];
    for (const { id } of both)
      await test.db.query(
        `UPDATE messaging.messages SET phase = 'unknown', due_at = NULL, receipt_until = $2, has_unknown_parts = true WHERE id = $1`,
        [id, addSeconds(clock.now(), 86_400)],
      );
    await report('whose', { from: both[0]?.sender ?? null, to: recipient });
    clock.advance(31);
    await world.sweeping.sweep();
    for (const { id } of both) expect(await stored(id)).toMatchObject({ phase: 'unknown' });
  });

  it('gives the receipt of a part whose message is decided to no other message', async () => {
    const recipient = aNumber();
    const decided = await added({ recipient, segments: 2 });
    clock.advance(1);
    const neverArrived = await added({ recipient });
    await decide(decided);
    expect(await stored(decided.id)).toMatchObject({ status: 'undelivered' });
    await claim();
    await store.takeOver(carrierId, 'two', clock.now());
    await report('part 2 of the decided message', { from: decided.sender, to: recipient });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(neverArrived.id)).toMatchObject({ phase: 'unknown' });
    expect(funds.charged).toEqual([decided.id]);
  });

  it('matches receipts by sender and recipient again once those of earlier messages are no longer awaited', async () => {
    const recipient = aNumber();
    const decided = await added({ recipient, segments: 2 });
    await decide(decided);
    clock.advance(3 * 86_400 + 1);
    await world.sweeping.sweep();
    expect(await stored(decided.id)).toMatchObject({ status: 'undelivered', errorCode: 'undeliverable' });
    const later = await added({ recipient });
    await claim();
    await store.takeOver(carrierId, 'two', clock.now());
    await report('of the later message', { from: later.sender, to: recipient });
    clock.advance(31);
    await world.sweeping.sweep();
    expect(await stored(later.id)).toMatchObject({ status: 'delivered' });
    expect(funds.charged).toEqual([decided.id, later.id]);
  });

  it('takes the receipt of the last part of a decided message, and watches it no longer', async () => {
    const recipient = aNumber();
    const decided = await added({ recipient, segments: 2 });
    await decide(decided);
    await report(`${decided.id}.2`, { from: decided.sender, to: recipient });
    clock.advance(31);
    await world.sweeping.sweep();
    const watched = `SELECT receipt_until AS until FROM messaging.messages WHERE id = $1`;
    expect(await test.db.get(watched, [decided.id])).toEqual({ until: null });
    expect(await stored(decided.id)).toMatchObject({ status: 'undelivered' });
  });

  it('fails what no carrier takes in time, and releases it', async () => {
    const message = await added({ expiresAt: addSeconds(clock.now(), 60) });
    await world.sweeping.sweep();
    expect(await stored(message.id)).toMatchObject({ status: 'queued' });
    clock.advance(61);
    await world.sweeping.sweep();
    expect(await stored(message.id)).toMatchObject({ status: 'failed', errorCode: 'not_accepted' });
    expect(funds.released).toEqual([message.id]);
  });

  it('asks for states that are overdue, once per time, and for no part whose state is final', async () => {
    const message = await added({ segments: 2 });
    await claim();
    await world.settling.settle([answer(message, [`${message.id}.1`, `${message.id}.2`])]);
    await report(`${message.id}.1`);
    const queries = () => store.claimQueries(carrierId, clock.now(), 10);
    expect(await queries()).toEqual([]);
    clock.advance(3_601);
    expect(await queries()).toMatchObject([{ carrierMessageId: `${message.id}.2`, sender: message.sender }]);
    expect(await queries()).toEqual([]);
  });

  it('deletes bodies and parts after their time, but no body that is still to be sent', async () => {
    const [sent, waiting] = [
      await added({ bodySealed: 'x' }),
      await added({ bodySealed: 'x', dueAt: addSeconds(clock.now(), 9_999_999) }),
    ];
    await claim();
    await world.settling.settle([answer(sent, [sent.id])]);
    await report(sent.id);
    clock.advance(31 * 86_400);
    await world.sweeping.prune();
    const bodies = await test.db.query(
      `SELECT id FROM messaging.messages WHERE body_sealed IS NOT NULL AND carrier_id = $1`,
      [carrierId],
    );
    expect(bodies).toEqual([{ id: waiting.id }]);
    expect(await test.db.query(`SELECT FROM messaging.message_parts WHERE carrier_id = $1`, [carrierId])).toEqual([]);
  });
});

describe('claims of a long conversation', () => {
  const LONG = 10_000;
  const WINDOW = 50;
  /** Pages of tables and indexes. A message that is claimed or put off takes about 40. */
  const BUFFERS_MAX = 5_000;
  const NOW = new Date('2026-06-01T12:00:00Z');
  let test: TestDatabase;
  let store: StoredDelivery;
  let world: MessagingWorld;

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
    store = new StoredDelivery(test.db);
    const surroundings = { clock: new TestClock(NOW), events: new RecordingEventBus(), funds: new FakeFunds() };
    world = messagingWorld(test.db, { ...surroundings, carrierIds: ['car_1'] });
    // 10,000 wait in one conversation, 5,000 in others for later, and 85,000 are delivered, 20,000 of these in the conversation.
    await test.db.query(
      `INSERT INTO messaging.messages (id, account_id, direction, sender, recipient, number_id, status, phase, encoding, segments,
        price_cents, created_at, delivered_at, due_at, expires_at, attempts, carrier_id, refused_by, passed_over)
      SELECT 'sms_' || lpad(n::text, 9, '0'), 'acc_1', 'outbound', '+12125550100',
        CASE WHEN n <= 30000 THEN '+16465550000' ELSE '+1646' || (5560000 + n) END, 'num_1',
        CASE WHEN waits THEN 'queued' ELSE 'delivered' END, CASE WHEN waits THEN 'waiting' END, 'gsm7', 1, 1,
        $1::timestamptz - interval '1 day' + n * interval '100 ms', CASE WHEN NOT waits THEN $1 END,
        CASE WHEN waits THEN $1::timestamptz - interval '1 hour' + n * interval '20 ms' END, $1::timestamptz + interval '1 day',
        0, 'car_1', '{}', '{}'
      FROM generate_series(1, 100000) n CROSS JOIN LATERAL (SELECT n <= ${LONG} OR n > 95000 AS waits) w`,
      [NOW],
    );
    await test.db.query(
      `UPDATE messaging.messages SET due_at = $1::timestamptz + interval '1 hour' WHERE id > 'sms_000095000'
      AND phase = 'waiting'`,
      [NOW],
    );
    const owner = await OwnerConnection.open(test.url);
    await owner.query('VACUUM ANALYZE messaging.messages');
    await owner.end();
  });
  afterAll(() => test.close());

  const claim = async () => {
    const claimed = await store.claim({ carrierId: 'car_1', lease: 'one', limit: WINDOW, now: NOW });
    await store.checkBehind(claimed.behind);
    return claimed;
  };
  /** Executes what `work` does with the plans of its statements, and returns the most pages that one of them read. */
  const buffersOf = async <T>(work: () => Promise<T>): Promise<readonly [T, number]> => {
    const { db } = test;
    const { query, write } = db;
    let most = 0;
    const explained = async (text: string, values: readonly unknown[] = []) => {
      await query.call(db, 'SAVEPOINT before');
      const explain = `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`;
      const [row] = await query.call(db, explain, values, 'for values');
      const [{ Plan: plan }] = (row as { 'QUERY PLAN': readonly [{ Plan: Record<string, number> }] })['QUERY PLAN'];
      most = Math.max(most, (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
      await query.call(db, 'ROLLBACK TO SAVEPOINT before');
    };
    const result = await db.run(async () => {
      db.query = (async (text: string, values: readonly unknown[], plan) => {
        if (!text.startsWith('SAVEPOINT')) await explained(text, values);
        return query.call(db, text, values, plan);
      }) as typeof db.query;
      db.write = async (text, values, translate) => {
        await explained(text, values);
        return write.call(db, text, values, translate);
      };
      try {
        return await work();
      } finally {
        Object.assign(db, { query, write });
      }
    });
    return [result, most];
  };

  it('read a bounded part of it, and claim its messages one after the other', async () => {
    for (let round = 0, isMore = true; isMore; round++) {
      const [{ messages, mayBeMore }, buffers] = await buffersOf(claim);
      expect(buffers).toBeLessThanOrEqual(BUFFERS_MAX);
      expect(messages.map(({ id }) => id)).toEqual(round === 0 ? ['sms_000000001'] : []);
      isMore = mayBeMore;
    }
    for (let n = 1; n <= 20; n++) {
      const id = `sms_${String(n).padStart(9, '0')}`;
      const outcome = { kind: 'accepted', carrierMessageIds: [id] } as const;
      const pair = { from: '+12125550100', to: '+16465550000' };
      const fact = { kind: 'answer', carrierId: 'car_1', lease: 'one', messageId: id, ...pair, outcome } as const;
      const [, settled] = await buffersOf(() => world.settling.settle([fact]));
      const [{ messages }, claimed] = await buffersOf(claim);
      expect(messages.map((message) => message.id)).toEqual([`sms_${String(n + 1).padStart(9, '0')}`]);
      expect([settled <= BUFFERS_MAX, claimed <= BUFFERS_MAX]).toEqual([true, true]);
    }
  });
});

describe('the indexes of messages', () => {
  let test: TestDatabase;
  let owner: OwnerConnection;

  beforeAll(async () => {
    test = await testDatabase([messagingPersistence]);
    owner = await OwnerConnection.open(test.url);
    // 40,000 messages of eight accounts, of which few are not delivered: enough for the planner to prefer an index.
    await owner.query(`INSERT INTO messaging.messages (id, account_id, direction, sender, recipient, number_id, status, phase,
        encoding, segments, price_cents, created_at, delivered_at, due_at, expires_at, attempts, carrier_id, refused_by, passed_over)
      SELECT 'sms_' || lpad(n::text, 9, '0'), 'acc_' || n % 8, 'outbound', '+1212555' || lpad((n % 50)::text, 4, '0'),
        '+1646555' || lpad((n % 9000)::text, 4, '0'), 'num_1', CASE WHEN n % 500 = 0 THEN 'failed' WHEN n % 500 = 1 THEN 'queued'
        ELSE 'delivered' END, CASE WHEN n % 500 = 1 THEN 'waiting' END, 'gsm7', 1, 1,
        timestamptz '2026-01-01Z' + n * interval '1 second', CASE WHEN n % 500 > 1 THEN now() END,
        CASE WHEN n % 500 = 1 THEN timestamptz '2026-01-01Z' END, timestamptz '2027-01-01Z', 0, 'car_1', '{}', '{}'
      FROM generate_series(1, 40000) n`);
    await owner.query('ANALYZE messaging.messages');
  });
  afterAll(async () => {
    await owner.end();
    await test.close();
  });

  const PAGE = 'ORDER BY created_at DESC, id DESC LIMIT 26';

  it.each([
    ['messages_page', `SELECT * FROM messaging.messages WHERE account_id = 'acc_1' ${PAGE}`],
    [
      'messages_page',
      `SELECT * FROM messaging.messages WHERE account_id = 'acc_1' AND status IN ('delivered') ${PAGE}`,
    ],
    [
      'messages_of_status',
      `SELECT * FROM messaging.messages WHERE account_id = 'acc_0' AND status IN ('failed') ${PAGE}`,
    ],
    [
      'messages_of_sender',
      `SELECT * FROM messaging.messages WHERE account_id = 'acc_1' AND sender = '+12125550001' ${PAGE}`,
    ],
    [
      'messages_of_recipient',
      `SELECT * FROM messaging.messages WHERE account_id = 'acc_1' AND recipient = '+16465550001' ${PAGE}`,
    ],
    [
      'messages_due',
      `SELECT id FROM messaging.messages WHERE carrier_id = 'car_1' AND phase = 'waiting' AND due_at <= now()
        ORDER BY due_at, id LIMIT 50`,
    ],
    [
      'messages_expiring',
      `SELECT id FROM messaging.messages WHERE phase = 'waiting' AND expires_at <= now() ORDER BY expires_at, id LIMIT 500`,
    ],
    [
      'messages_without_receipt',
      `SELECT id FROM messaging.messages WHERE receipt_until <= now() ORDER BY receipt_until, id LIMIT 500`,
    ],
  ])('include %s, which serves %s', async (index, statement) => {
    const plan = await owner.explain(statement);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});
