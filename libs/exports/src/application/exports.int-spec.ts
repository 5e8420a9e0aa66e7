import { Readable } from 'node:stream';
import { addDays, type EventBus, newId, type Transactor } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { type ReplicaReads } from '@trunkline/platform';
import { lockWaits, OwnerConnection, type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { type Export, FAILURES_MAX, KEPT_DAYS, STORED_FILES_MAX } from '../domain/export';
import { exportsPersistence } from '../exports.module';
import { DatabaseSnapshots } from '../infrastructure/export-jobs';
import { StoredExports } from '../infrastructure/export-repository';
import { Exports } from './exports';
import {
  type CallbackSecrets,
  type CallbackUrls,
  type ExportFiles,
  type ExportHints,
  type ExportSources,
  SnapshotLost,
  type Snapshots,
} from './ports';
import { PruneExports } from './prune-exports';
import { RunExport } from './run-export';

const HEADER = 'id\r\n';

describe('exports', () => {
  let test: TestDatabase;
  let stored: StoredExports;
  const clock = new TestClock();
  const files = new Map<string, string>();
  const published: object[] = [];
  /** What a source does when it is read: returns records, or throws. */
  let read: () => AsyncIterable<readonly (readonly unknown[])[]>;
  const records = async function* () {
    yield [['a'], ['b']];
  };

  beforeAll(async () => {
    test = await testDatabase([exportsPersistence]);
    stored = new StoredExports(test.db);
  });
  beforeEach(() => {
    read = records;
    remove = removeFile;
    sweeps = 0;
    files.clear();
    published.length = 0;
  });
  afterAll(() => test.close());

  const sources: ExportSources = {
    of: () => ({ fields: ['id'], check: () => Promise.resolve(), read: () => read() }),
  };
  /** What the storage does when a file is removed. */
  let remove: (storageKey: string) => Promise<void>;
  let sweeps: number;
  const removeFile = (storageKey: string) => Promise.resolve(void files.delete(storageKey));
  const memory: ExportFiles = {
    write: async (_accountId, storageKey, work) => {
      let text = '';
      await work((part) => Promise.resolve(void (text += part)));
      files.set(storageKey, text);
      return { sizeBytes: text.length, sha256: 'digest' };
    },
    read: (_accountId, storageKey) => Promise.resolve(Readable.from([files.get(storageKey) ?? ''])),
    remove: (storageKey) => remove(storageKey),
    sweep: () => Promise.resolve(void (sweeps += 1)),
  };
  const hints: ExportHints = { add: () => Promise.resolve() };
  const secrets = {} as CallbackSecrets;
  const urls = {} as CallbackUrls;
  const events: EventBus = { publish: (event: object) => Promise.resolve(void published.push(event)) } as EventBus;

  const exportsOf = () => new Exports(test.db, stored, sources, memory, hints, secrets, urls, clock);
  const onPrimary = () => new DatabaseSnapshots(test.db, { replica: null } as ReplicaReads);
  const runs = (snapshots: Snapshots = onPrimary(), tx: Transactor = test.db) =>
    new RunExport(tx, snapshots, stored, sources, memory, hints, events, clock);
  const create = async (accountId: string) => {
    const request = { kind: 'events', format: 'csv', fields: null, timezone: 'UTC', filters: {} } as const;
    const given = { accountId, operationId: newId('op'), request, query: {}, callbackUrl: null };
    return (await exportsOf().create(given)).created.id;
  };
  const get = async (accountId: string, id: string) => (await stored.find({ accountId, id })) as Export;
  const endPauses = () =>
    test.db.query(`UPDATE exports.exports SET leased_until = clock_timestamp() WHERE leased_until IS NOT NULL`);

  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open: () => open(), opened };
  };
  /** Runs work in a transaction that stays open until `release` is called. */
  const held = async (work: () => Promise<unknown>) => {
    const [entry, exit] = [gate(), gate()];
    const done = test.db.run(async () => {
      await work();
      entry.open();
      await exit.opened;
    });
    await Promise.race([entry.opened, done]);
    return { release: exit.open, done };
  };
  /** Resolves when a session waits for a lock, or the work ended without one. */
  const blockedOrDone = async (work: Promise<unknown>) => {
    const owner = await OwnerConnection.open(test.url);
    await Promise.race([lockWaits(owner), work.catch(() => undefined)]);
    await owner.end();
  };

  it('returns export_limit_reached for the sixth while the fifth is being added', async () => {
    const accountId = newId('acc');
    for (let n = 0; n < 4; n++) await create(accountId);
    const fifth = await held(() => create(accountId));
    const sixth = create(accountId);
    await blockedOrDone(sixth);
    fifth.release();
    await fifth.done;
    await expect(sixth).rejects.toMatchObject({ code: 'export_limit_reached' });
    expect((await test.db.run(() => stored.lockedUse(accountId, clock.now()))).open).toBe(5);
  });

  it('returns export_limit_reached while the account stores as many files as it can, and says when one expires', async () => {
    const accountId = newId('acc');
    const id = await create(accountId);
    await runs().run({ accountId, id });
    const owner = await OwnerConnection.open(test.url);
    await owner.query(
      `INSERT INTO exports.exports SELECT (jsonb_populate_record(e, jsonb_build_object('id', 'exp_copy' || n))).*
       FROM exports.exports AS e, generate_series(1, ${STORED_FILES_MAX - 2}) AS n WHERE id = $1`,
      [id],
    );
    const last = await create(accountId);
    await runs().run({ accountId, id: last });
    const { expiresAt } = await get(accountId, id);
    await expect(create(accountId)).rejects.toMatchObject({
      code: 'export_limit_reached',
      message: expect.stringContaining(`1000 files or 20 GiB. Files are deleted`),
    });
    await expect(create(accountId)).rejects.toThrow(expiresAt?.toISOString());
    // An expired file takes up nothing, whether or not it has been deleted.
    await owner.query(`UPDATE exports.exports SET expires_at = $2 WHERE id = $1`, [id, clock.now()]);
    await create(accountId);
    await owner.query(`UPDATE exports.exports SET status = 'expired' WHERE id LIKE 'exp_copy%'`);
    await owner.query(`UPDATE exports.exports SET expires_at = $2 WHERE id = $1`, [id, expiresAt]);
    await owner.query(`UPDATE exports.exports SET size_bytes = 21474836480 WHERE id = $1`, [id]);
    await expect(create(accountId)).rejects.toMatchObject({ code: 'export_limit_reached' });
    await owner.end();
  });

  it('writes one export of an account at a time, so that others take turns', async () => {
    const [large, small] = [newId('acc'), newId('acc')];
    const [first, second, other] = [await create(large), await create(large), await create(small)];
    const [entry, exit] = [gate(), gate()];
    read = async function* () {
      entry.open();
      await exit.opened;
      yield [['a']];
    };
    const running = runs().run({ accountId: large, id: first });
    await entry.opened;
    read = records;
    expect(await runs().run({ accountId: large, id: second })).toBe(false);
    expect(await runs().run({ accountId: small, id: other })).toBe(true);
    exit.open();
    expect(await running).toBe(true);
    expect(await runs().run({ accountId: large, id: second })).toBe(true);
    const statuses = [await get(large, first), await get(large, second), await get(small, other)];
    expect(statuses.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });

  it('begins no second export of an account while another process begins the first', async () => {
    const accountId = newId('acc');
    const [first, second] = [await create(accountId), await create(accountId)];
    const begun = await held(() => stored.begin({ accountId, id: first }, clock.now()));
    const late = stored.begin({ accountId, id: second }, clock.now());
    await blockedOrDone(late);
    begun.release();
    await begun.done;
    expect(await late).toBeNull();
  });

  it('counts attempts that fail, and none that a worker leaves because it stops', async () => {
    const accountId = newId('acc');
    const id = await create(accountId);
    for (let n = 0; n < FAILURES_MAX + 2; n++) {
      const stopping = runs();
      read = async function* () {
        stopping.stop();
        yield [['a']];
      };
      expect(await stopping.run({ accountId, id })).toBe(false);
    }
    expect(await get(accountId, id)).toMatchObject({ status: 'pending', attempts: FAILURES_MAX + 2, failures: 0 });
    read = () => {
      throw new Error('broken');
    };
    for (let n = 1; n <= FAILURES_MAX; n++) {
      await endPauses();
      await expect(runs().run({ accountId, id })).rejects.toThrow('broken');
      const { status, failures } = await get(accountId, id);
      expect([status, failures]).toEqual(n < FAILURES_MAX ? ['pending', n] : ['failed', n - 1]);
    }
    expect(await get(accountId, id)).toMatchObject({ status: 'failed', errorCode: 'interrupted' });
    expect(published).toMatchObject([{ type: 'export.failed' }]);
  });

  it('gives an export up after ten attempts whose worker died', async () => {
    const accountId = newId('acc');
    const id = await create(accountId);
    for (let n = 0; n < FAILURES_MAX; n++) {
      expect(await stored.begin({ accountId, id }, clock.now())).toMatchObject({ failures: n });
      await endPauses();
    }
    read = () => {
      throw new Error('An export that was given up is not read.');
    };
    expect(await runs().run({ accountId, id })).toBe(true);
    expect(await get(accountId, id)).toMatchObject({ status: 'failed', errorCode: 'interrupted' });
    expect(published).toMatchObject([{ type: 'export.failed' }]);
  });

  it('keeps the file of an export that was completed when an earlier file could not be removed', async () => {
    const accountId = newId('acc');
    const id = await create(accountId);
    await test.db.query(`UPDATE exports.exports SET attempts = 3, failures = $2 WHERE id = $1`, [id, FAILURES_MAX - 1]);
    const removals: string[] = [];
    remove = (storageKey) => {
      removals.push(storageKey);
      return removals.length === 1 ? Promise.reject(new Error('The store is unavailable.')) : removeFile(storageKey);
    };
    await expect(runs().run({ accountId, id })).rejects.toThrow('The store is unavailable.');
    expect(await get(accountId, id)).toMatchObject({ status: 'completed', attempts: 4, failures: FAILURES_MAX - 1 });
    expect([[...files.keys()], removals]).toEqual([[`${accountId}/${id}-4`], [`${accountId}/${id}-1`]]);
    expect(published).toMatchObject([{ type: 'export.completed' }]);
  });

  it('keeps the file of an export that was completed by a transaction whose commit was not confirmed', async () => {
    const accountId = newId('acc');
    const id = await create(accountId);
    await test.db.query(`UPDATE exports.exports SET failures = $2 WHERE id = $1`, [id, FAILURES_MAX - 1]);
    let commits = 0;
    const run: Transactor['run'] = async (work) => {
      const result = await test.db.run(work);
      commits += 1;
      if (commits === 1) throw new Error('The connection was lost.');
      return result;
    };
    await expect(runs(onPrimary(), { run } as Transactor).run({ accountId, id })).rejects.toThrow('was lost');
    expect(await get(accountId, id)).toMatchObject({ status: 'completed' });
    expect([...files.keys()]).toEqual([`${accountId}/${id}-1`]);
    expect(published).toMatchObject([{ type: 'export.completed' }]);
  });

  it('sweeps what killed workers have left even if the storage is unavailable', async () => {
    const accountId = newId('acc');
    const id = await create(accountId);
    await runs().run({ accountId, id });
    const later = new TestClock(addDays(clock.now(), KEPT_DAYS));
    const pruning = new PruneExports(stored, memory, later);
    remove = () => Promise.reject(new Error('The store is unavailable.'));
    await expect(pruning.prune()).rejects.toThrow('The store is unavailable.');
    expect([(await get(accountId, id)).status, sweeps]).toEqual(['completed', 1]);
    remove = removeFile;
    await pruning.prune();
    expect([(await get(accountId, id)).status, sweeps, files.size]).toEqual(['expired', 2, 0]);
  });

  it.each(['the replica is lost', 'a transaction is repeated'])('has each record once when %s', async (what) => {
    const accountId = newId('acc');
    const id = await create(accountId);
    const ofPrimary = <T>(work: () => Promise<T>) => work();
    const ofReplica = async <T>(work: () => Promise<T>) => {
      await work();
      if (what === 'the replica is lost') throw new SnapshotLost('lost');
      return work();
    };
    await runs({ ofPrimary, ofReplica }).run({ accountId, id });
    expect(await get(accountId, id)).toMatchObject({ status: 'completed', rowCount: 2, failures: 0 });
    expect(files.get(`${accountId}/${id}-1`)).toBe(`${HEADER}a\r\nb\r\n`);
  });
});
