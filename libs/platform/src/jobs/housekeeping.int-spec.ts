import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '../security/crypto-box';
import { Housekeeping } from './housekeeping';
import { IdempotencyKeys } from '../stores/idempotency-keys';
import { type TestDatabase, testDatabase } from '../testing/index';

const DAY = 86_400;

describe('housekeeping', () => {
  let test: TestDatabase;
  let clock: TestClock;
  let housekeeping: Housekeeping;

  beforeAll(async () => {
    test = await testDatabase([]);
  });
  beforeEach(async () => {
    clock = new TestClock();
    const box = new CryptoBox([{ id: 'k', secret: Buffer.alloc(32) }]);
    housekeeping = new Housekeeping(test.db, new IdempotencyKeys(test.db, box, clock), clock);
    for (const table of ['outbox', 'mails', 'idempotency_keys', 'rate_limits', 'cache'])
      await test.db.query(`DELETE FROM platform.${table}`);
  });
  afterAll(() => test.close());

  const ids = async (table: string, column = 'id'): Promise<unknown[]> =>
    (await test.db.query(`SELECT ${column} AS id FROM platform.${table} ORDER BY 1`)).map((row) => row['id']);

  const addEvent = async (id: string, relayedAt: Date | null, delivery?: 'open' | 'done' | 'failed'): Promise<void> => {
    await test.db.query(
      `INSERT INTO platform.outbox (id, account_id, type, data, created_at, relayed_at) VALUES ($1, 'acc_1', 't', '{}', $2, $3)`,
      [id, clock.now(), relayedAt],
    );
    if (!delivery) return;
    await test.db.query(
      `INSERT INTO platform.event_deliveries (event_id, subscriber, account_id, seq, ordered, due_at, done_at, failed_at)
       VALUES ($1, 's', 'acc_1', 1, true, $2, $3, $4)`,
      [id, clock.now(), delivery === 'done' ? clock.now() : null, delivery === 'failed' ? clock.now() : null],
    );
  };

  it('deletes events 30 days after they were relayed, unless a delivery is pending', async () => {
    const now = clock.now();
    await addEvent('evt_waiting', null);
    await addEvent('evt_plain', now);
    await addEvent('evt_done', now, 'done');
    await addEvent('evt_failed', now, 'failed');
    await addEvent('evt_open', now, 'open');
    clock.advance(30 * DAY);
    expect(await housekeeping.pruneOutbox()).toBe(0);
    clock.advance(1);
    expect(await housekeeping.pruneOutbox()).toBe(3);
    expect(await ids('outbox')).toEqual(['evt_open', 'evt_waiting']);
    expect(await ids('event_deliveries', 'event_id')).toEqual(['evt_open']);
  });

  it('deletes more than one batch', async () => {
    await test.db.query(
      `INSERT INTO platform.outbox (id, account_id, type, data, created_at, relayed_at)
       SELECT 'evt_' || n, 'acc_1', 't', '{}', $1, $1 FROM generate_series(1, 6000) AS n`,
      [clock.now()],
    );
    clock.advance(31 * DAY);
    expect(await housekeeping.pruneOutbox()).toBe(6000);
  });

  it('deletes mails after 30 days, unless they are still pending', async () => {
    await test.db.query(
      `INSERT INTO platform.mails (id, account_id, key, status, letter_sealed, created_at, ended_at)
       VALUES ('mail_sent', 'acc_1', 'a', 'sent', NULL, $1, $1), ('mail_waiting', 'acc_1', 'b', 'waiting', 'x', $1, NULL)`,
      [clock.now()],
    );
    clock.advance(30 * DAY);
    expect(await housekeeping.pruneMails()).toBe(0);
    clock.advance(1);
    expect(await housekeeping.pruneMails()).toBe(1);
    expect(await ids('mails')).toEqual(['mail_waiting']);
  });

  it('deletes stored responses after 24 hours', async () => {
    await test.db.query(
      `INSERT INTO platform.idempotency_keys (account_id, method, path, key, request_hash, operation_id, created_at)
       VALUES ('acc_1', 'POST', '/x', 'k', '', 'op_1', $1)`,
      [clock.now()],
    );
    clock.advance(DAY - 1);
    expect(await housekeeping.pruneIdempotencyKeys()).toBe(0);
    clock.advance(2);
    expect(await housekeeping.pruneIdempotencyKeys()).toBe(1);
  });

  it('deletes full buckets, past values and ended processes, by real time', async () => {
    await test.db.query(`INSERT INTO platform.rate_limits (key, tokens, granted, updated_at) VALUES
      ('old', 0, 0, now() - interval '25 hours'), ('new', 0, 0, now() - interval '23 hours')`);
    await test.db.query(`INSERT INTO platform.cache (key, value, expires_at) VALUES
      ('past', '1', now() - interval '1 second'), ('present', '1', now() + interval '1 hour')`);
    await test.db.query(`INSERT INTO platform.processes (id, service, host, version, skew_ms, seen_at) VALUES
      ('ended', 'worker', 'a', '1', 0, now() - interval '25 hours'), ('silent', 'worker', 'a', '1', 0, now() - interval '1 hour')`);
    expect(await housekeeping.pruneStores()).toBe(3);
    expect([await ids('rate_limits', 'key'), await ids('cache', 'key')]).toEqual([['new'], ['present']]);
    expect(await ids('processes')).toEqual(['silent']);
  });
});
