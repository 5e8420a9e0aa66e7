import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';
import { createDataSource, Database } from './database';
import { DatabaseProbe } from './database-probe';
import { DatabaseTime } from './database-time';
import { Metrics } from '../observability/metrics';
import { RunningProcesses } from '../observability/running-processes';
import { RecordingLog } from '../testing/recording-log';
import { isOutage } from './outage';
import { runAs, WORK_LIMITS } from './pool/work';
import { freshDatabaseUrl } from '../testing/index';

const PID = 'SELECT pg_backend_pid() AS pid FROM pg_sleep(0.1)';

const LENGTH_BYTES = 4;

/** Relays to a database, and answers statements with an error of its own while it fails, as an extension in the server does. */
class FailingEngine {
  fails = false;
  private readonly sockets: net.Socket[] = [];

  private constructor(
    private readonly server: net.Server,
    private readonly databaseUrl: string,
    private readonly code: string | null,
  ) {}

  static async start(databaseUrl: string, code: string | null): Promise<FailingEngine> {
    const server = net.createServer();
    const engine = new FailingEngine(server, databaseUrl, code);
    server.on('connection', (client) => engine.relay(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return engine;
  }

  get url(): string {
    const { port } = this.server.address() as net.AddressInfo;
    return Object.assign(new URL(this.databaseUrl), { host: `127.0.0.1:${String(port)}` }).toString();
  }

  stop(): void {
    this.sockets.forEach((socket) => socket.destroy());
    this.server.close();
  }

  private relay(client: net.Socket): void {
    const { hostname, port } = new URL(this.databaseUrl);
    const server = net.connect(Number(port), hostname);
    for (const socket of [client, server]) {
      this.sockets.push(socket);
      socket.on('error', () => undefined);
    }
    server.on('data', (bytes) => client.write(bytes));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (bytes: Buffer) => {
      if (!this.fails) return void server.write(bytes);
      // Query and Sync end what is answered at once; the driver sends whole messages.
      for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
        if (['Q', 'S'].includes(String.fromCharCode(bytes[at] ?? 0))) client.write(this.response());
    });
  }

  /** ErrorResponse and ReadyForQuery. */
  private response(): Buffer {
    const fields = [
      'SERROR',
      'VERROR',
      ...(this.code ? [`C${this.code}`] : []),
      'Mcould not connect to any active placements',
    ];
    const body = Buffer.from(`${fields.map((each) => `${each}\0`).join('')}\0`);
    const header = Buffer.alloc(1 + LENGTH_BYTES);
    header.write('E');
    header.writeInt32BE(LENGTH_BYTES + body.length, 1);
    return Buffer.concat([header, body, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]);
  }
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('an outage, as PostgreSQL and its driver report it', () => {
  let url: string;
  let admin: pg.Client;

  beforeAll(async () => {
    url = await freshDatabaseUrl();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
  });
  afterAll(() => admin.end());

  const open = async (options: { poolSize?: number; connectionWaitMs?: number } = {}) => {
    const dataSource = await createDataSource({ url, ...options }, []).initialize();
    return new Database(dataSource);
  };
  const terminateOthers = () =>
    admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> $1`,
      [(admin as unknown as { processID: number }).processID],
    );

  it('includes a timeout while waiting for a connection', async () => {
    const db = await open({ poolSize: 1, connectionWaitMs: 100 });
    const errors = await db.run(async () => {
      // A statement outside the transaction that holds the only connection.
      const outside = db.pool.query('SELECT 1');
      const transaction = db.dataSource.createQueryRunner().connect();
      return [await errorOf(outside), await errorOf(transaction)];
    });
    expect(errors.map((error) => [String(error), isOutage(error)])).toEqual(
      Array(2).fill(['Error: timeout exceeded when trying to connect', true]),
    );
    await db.dataSource.destroy();
  });

  it('includes a connection that the server ends, in a statement and in a transaction', async () => {
    const db = await open();
    const asleep = errorOf(db.query('SELECT pg_sleep(30)'));
    const inTransaction = errorOf(db.run(() => db.query('SELECT pg_sleep(30)')));
    const started = () =>
      admin.query(`SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)%' AND state = 'active' AND pid <> $1`, [
        (admin as unknown as { processID: number }).processID,
      ]);
    while ((await started()).rowCount !== 2) await new Promise((again) => setTimeout(again, 10));
    await terminateOthers();
    expect([isOutage(await asleep), isOutage(await inTransaction)]).toEqual([true, true]);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await db.dataSource.destroy();
  });

  it('does not end the process when a connection is lost that the pool is handing over', async () => {
    const db = await open({ poolSize: 1 });
    const lost = await new Promise<pg.PoolClient>((handOver, fail) => {
      db.pool.connect((error, client) => {
        if (!client) return fail(error ?? new Error('The pool is closed.'));
        // The user of a connection listens to it later, but one read of its socket may bring more messages.
        client.emit('error', new Error('terminating connection due to administrator command'));
        handOver(client);
      });
    });
    lost.release(true);
    expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await db.dataSource.destroy();
  });

  it('includes a read-only server, such as a standby', async () => {
    const db = await open({ poolSize: 1 });
    await db.query('SET default_transaction_read_only = on');
    const error = await errorOf(db.query(`INSERT INTO platform.turns (key, turn) VALUES ('k', 1)`));
    expect([(error as { code: string }).code, isOutage(error)]).toEqual(['25006', true]);
    await db.dataSource.destroy();
  });

  it('drops the connections to a server that has become read-only', async () => {
    const db = await open();
    const write = () => db.query(`INSERT INTO platform.turns (key, turn) VALUES (gen_random_uuid()::text, 1)`);
    const pids = async () => {
      const rows = await Promise.all([1, 2, 3].map(() => db.query<{ pid: number }>(PID)));
      return rows.flatMap(([row]) => row?.pid ?? []);
    };
    const old = await pids();
    for (const pid of old) expect(pid).toBeGreaterThan(0);
    // A failover: the old connections stay open and read-only, and new ones lead to a server that accepts writes.
    const clients = await Promise.all(old.map(() => db.pool.connect()));
    await Promise.all(clients.map((client) => client.query('SET default_transaction_read_only = on')));
    // A younger connection counts as one to the new server.
    await new Promise((pass) => setTimeout(pass, 1_100));
    clients.forEach((client) => client.release());
    expect(isOutage(await errorOf(write()))).toBe(true);
    await Promise.all([write(), write(), write()]);
    await db.run(write);
    expect((await pids()).filter((pid) => old.includes(pid))).toEqual([]);
    await db.dataSource.destroy();
  });

  it('drops young connections, too, once the database accepts writes again', async () => {
    const db = await open({ poolSize: 2 });
    const pids = () => Promise.all([1, 2].map(async () => (await db.query<{ pid: number }>(PID))[0]?.pid));
    const young = await pids();
    db.pool.dropOld();
    expect((await pids()).sort()).toEqual(young.sort());
    const probe = new DatabaseProbe(
      db,
      new DatabaseTime(),
      new RunningProcesses(db, 'test', undefined),
      new Metrics('test'),
      new RecordingLog(),
    );
    expect(await probe.isWritable()).toBe(true);
    const later = await pids();
    expect(later.filter((pid) => young.includes(pid))).toEqual([]);
    expect(await probe.isWritable()).toBe(true);
    expect((await pids()).sort()).toEqual(later.sort());
    await db.dataSource.destroy();
  });

  it.each(['at its first statement', 'after its first statement', 'before a write', 'at its end'])(
    'includes a transaction whose connection is lost %s',
    async (when) => {
      const db = await open();
      const lose = async () => {
        await terminateOthers();
        // The driver notices later than the server ends the connection.
        await new Promise((pass) => setTimeout(pass, 50));
      };
      const error = await errorOf(
        db.run(async () => {
          if (when !== 'at its first statement') await db.query('SELECT 1');
          await lose();
          if (when === 'before a write') await db.write('SELECT 1');
          else if (when !== 'at its end') await db.query('SELECT 1');
        }),
      );
      expect(isOutage(error) ? 'outage' : String(error)).toBe('outage');
      expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await db.dataSource.destroy();
    },
  );

  it('includes a statement that takes or waits too long, in a transaction and outside of one', async () => {
    const limits = { ...WORK_LIMITS, rest: { statementMs: 200, lockMs: 100 } };
    for (const session of ['own', 'shared'] as const) {
      const dataSource = createDataSource({ url, session, division: { usual: 'rest', reserves: {}, limits } }, []);
      const db = new Database(await dataSource.initialize(), session);
      await admin.query('BEGIN; LOCK TABLE platform.turns');
      const statements = ['SELECT pg_sleep(30)', 'SELECT FROM platform.turns'];
      for (const statement of statements) {
        const errors = [
          await errorOf(db.query(statement)),
          await errorOf(db.run(() => db.query(statement))),
          await errorOf(db.together(() => db.query(statement))),
          await errorOf(db.find(statement, [], 'shared')),
        ];
        const code = statement === statements[0] ? '57014' : '55P03';
        expect(errors.map((each) => [(each as { code: string }).code, isOutage(each)])).toEqual(
          Array(4).fill([code, true]),
        );
      }
      await admin.query('ROLLBACK');
      expect(await runAs('background', () => db.query('SELECT 1 AS one FROM pg_sleep(0.4)'))).toEqual([{ one: 1 }]);
      await db.dataSource.destroy();
    }
  });

  it('includes a database that rejects connections', async () => {
    // A role of this run's own: roles belong to the server that all test files share.
    const role = `outage_${process.pid}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'outage' CONNECTION LIMIT 0`);
    const limited = Object.assign(new URL(url), { username: role, password: 'outage' });
    const error = await errorOf(new pg.Client({ connectionString: limited.toString() }).connect());
    await admin.query(`DROP ROLE ${role}`);
    expect([(error as { code: string }).code, isOutage(error)]).toEqual(['53300', true]);
  });

  it.each([['XX000'], [null]])(
    'includes an engine that fails with the code %s, and is not ready then',
    async (code) => {
      const engine = await FailingEngine.start(url, code);
      const dataSource = await createDataSource({ url: engine.url, poolSize: 2 }, []).initialize();
      const db = new Database(dataSource);
      const log = new RecordingLog();
      const processes = new RunningProcesses(db, 'test', undefined);
      const probe = new DatabaseProbe(db, new DatabaseTime(), processes, new Metrics('test'), log);
      expect(await probe.isReady()).toBe(true);
      engine.fails = true;
      const errors = [
        await errorOf(db.query('SELECT 1')),
        await errorOf(db.run(() => db.query('SELECT 1'))),
        await errorOf(db.find('SELECT 1', [], 'shared')),
        await errorOf(probe.isReady()),
      ];
      expect(errors.map((each) => [(each as Error).message, isOutage(each)])).toEqual(
        Array(4).fill(['could not connect to any active placements', true]),
      );
      engine.fails = false;
      expect(await probe.isReady()).toBe(true);
      expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await dataSource.destroy();
      engine.stop();
    },
  );

  it('excludes a failed statement', async () => {
    const db = await open();
    for (const statement of ['SELECT', 'SELECT 1/0', 'SELECT * FROM nowhere', `SELECT 'a'::int`]) {
      expect(isOutage(await errorOf(db.query(statement)))).toBe(false);
    }
    await db.dataSource.destroy();
  });
});
