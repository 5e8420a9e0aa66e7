import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '../security/crypto-box';
import { IdempotencyKeys, type KeyedRequest } from './idempotency-keys';
import { type TestDatabase, testDatabase } from '../testing/index';

const HOUR_S = 3600;
const answer = { status: 201, text: '{"ok":true,"data":{"secret":"svc_live_shown_once"}}' };

describe('IdempotencyKeys', () => {
  let database: TestDatabase;
  let keys: IdempotencyKeys;
  let count = 0;
  const clock = new TestClock(new Date('2026-01-01T00:00:00Z'));
  const aRequest = (content = 'body'): KeyedRequest => ({
    accountId: 'acc_1',
    method: 'POST',
    path: '/v1/things',
    key: `key-${String(++count)}`,
    content,
  });

  beforeAll(async () => {
    database = await testDatabase([]);
    const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]);
    keys = new IdempotencyKeys(database.db, box, clock);
    // Connections that are still being made would let the first request finish before the others begin.
    await Promise.all(Array.from({ length: 20 }, () => database.db.query(`SELECT pg_sleep(0.1)`)));
  });
  afterAll(() => database.close());

  const keepWithin = (request: KeyedRequest) =>
    database.db.run(async () => {
      const state = await keys.enter(request);
      if (state.kind === 'fresh') await keys.keep(request, state.operationId, answer);
      return state;
    });

  it('returns the stored response only for the same account, method, path and body', async () => {
    const request = aRequest();
    expect((await keepWithin(request)).kind).toBe('fresh');
    expect(await keepWithin(request)).toEqual({ kind: 'answered', answer });
    expect((await keepWithin({ ...request, content: 'another body' })).kind).toBe('reused');
    for (const other of [{ accountId: 'acc_2' }, { method: 'PUT' }, { path: '/v1/others' }]) {
      expect((await keepWithin({ ...request, ...other })).kind).toBe('fresh');
    }
  });

  it('replaces the responses that name a record, and concludes the operation that creates it', async () => {
    const gone = { status: 409, text: '{"ok":false}' };
    const keep = async (path: string, id: string) => {
      const request = { ...aRequest(), path };
      const text = `{"ok":true,"data":{"id":"${id}"}}`;
      await database.db.run(() => keys.keep(request, 'op_0', { status: 200, text }));
      return { request, text };
    };
    const [inBody, inPath] = [await keep('/v1/notes', 'note_1'), await keep('/v1/notes/note_1', 'note_9')];
    const others = [await keep('/v1/notes', 'note_11'), await keep('/v2/notes', 'note_1')];
    const running = { ...aRequest(), path: '/v1/notes' };
    const claimed = await keys.claim(running);
    const operationId = claimed.kind === 'fresh' ? claimed.operationId : '';
    const ids = ['note_1', operationId.replace('op_', 'note_')];
    await database.db.run(() => keys.replace({ accountId: 'acc_1', under: '/v1/notes', ids }, gone));
    await keys.settle(running, operationId, answer);
    for (const request of [inBody.request, inPath.request, running]) {
      expect(await keepWithin(request)).toEqual({ kind: 'answered', answer: gone });
    }
    for (const { request, text } of others) {
      expect(await keepWithin(request)).toEqual({ kind: 'answered', answer: { status: 200, text } });
    }
  });

  it('runs one of twenty concurrent requests; the others get 409 or its response', async () => {
    const request = aRequest();
    const states = await Promise.all(Array.from({ length: 20 }, () => keepWithin(request)));
    expect(states.filter(({ kind }) => kind === 'fresh')).toHaveLength(1);
    expect(states.every(({ kind }) => ['fresh', 'running', 'answered'].includes(kind))).toBe(true);
  });

  it('stores nothing when the transaction rolls back, as in a crash', async () => {
    const request = aRequest();
    const crash = database.db.run(async () => {
      const state = await keys.enter(request);
      if (state.kind === 'fresh') await keys.keep(request, state.operationId, answer);
      throw new Error('crash');
    });
    await expect(crash).rejects.toThrow('crash');
    expect((await keepWithin(request)).kind).toBe('fresh');
  });

  it('stores the response encrypted', async () => {
    await keepWithin(aRequest());
    const rows = await database.db.query<{ body_sealed: string }>(`SELECT body_sealed FROM platform.idempotency_keys`);
    expect(rows.every(({ body_sealed: sealed }) => !sealed.includes('svc_live'))).toBe(true);
  });

  it('expires after exactly 24 hours', async () => {
    const request = aRequest();
    await keepWithin(request);
    clock.advance(24 * HOUR_S - 1);
    expect((await keepWithin(request)).kind).toBe('answered');
    clock.advance(1);
    expect((await keepWithin(request)).kind).toBe('fresh');
  });

  it('assigns an operation to one of twenty concurrent requests', async () => {
    const request = aRequest();
    const states = await Promise.all(Array.from({ length: 20 }, () => keys.claim(request)));
    expect(states.filter(({ kind }) => kind === 'fresh')).toHaveLength(1);
    expect(states.filter(({ kind }) => kind === 'running')).toHaveLength(19);
  });

  it('lets a repeat resume the operation when the first outcome is unknown', async () => {
    const request = aRequest();
    const first = await keys.claim(request);
    if (first.kind !== 'fresh') throw new Error('The key should be fresh.');
    await keys.unlock(request, first.operationId);
    expect(await keys.claim(request)).toEqual(first);
  });

  it('stores the outcome of an operation, and rejects another body meanwhile', async () => {
    const request = aRequest();
    const first = await keys.claim(request);
    if (first.kind !== 'fresh') throw new Error('The key should be fresh.');
    expect((await keys.claim({ ...request, content: 'another body' })).kind).toBe('reused');
    await keys.settle(request, first.operationId, answer);
    expect(await keys.claim(request)).toEqual({ kind: 'answered', answer });
  });

  it('discards the key when no operation was started', async () => {
    const request = aRequest();
    const first = await keys.claim(request);
    if (first.kind !== 'fresh') throw new Error('The key should be fresh.');
    await keys.forget(request, first.operationId);
    expect((await keys.claim({ ...request, content: 'another body' })).kind).toBe('fresh');
  });

  it('deletes expired keys', async () => {
    await keepWithin(aRequest());
    clock.advance(25 * HOUR_S);
    expect(await keys.prune()).toBeGreaterThan(0);
    expect(await database.db.query(`SELECT 1 FROM platform.idempotency_keys`)).toEqual([]);
  });
});
