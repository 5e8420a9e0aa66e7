import { identityPersistence } from '@trunkline/identity/wiring';
import { aPrincipal, aVerifiedUser, identityWorld, type IdentityWorld } from '@trunkline/identity/testing';
import { addDays } from '@trunkline/kernel';
import { createDataSource, Database, MovableClock } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { MailServer } from '../support/mail-server';
import { ProbeWorld } from '../support/probe-world';
import { WorkerProcess } from '../support/worker-process';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** The lock that a transaction waits for once it has written a mail. */
const MAIL_LOCK = 3;
const SLOW = 60_000;

describe('jobs of identity', () => {
  let probe: ProbeWorld;
  let identity: IdentityWorld;
  let server: MailServer;
  let smtp: { readonly SMTP_URL: string };
  const workers: WorkerProcess[] = [];
  const ends: (() => unknown)[] = [];

  beforeEach(async () => {
    probe = await ProbeWorld.open();
    const source = await createDataSource({ url: probe.env.DATABASE_URL }, [identityPersistence]).initialize();
    identity = identityWorld(new Database(source));
    server = new MailServer();
    smtp = { SMTP_URL: `smtp://127.0.0.1:${await server.open()}` };
    ends.push(
      () => probe.close(),
      () => source.destroy(),
      () => server.close(),
    );
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    for (const end of ends.splice(0).reverse()) await end();
  });

  const start = async (): Promise<WorkerProcess> => {
    const worker = WorkerProcess.spawn({ ...probe.env, ...smtp });
    workers.push(worker);
    await worker.started();
    return worker;
  };
  const advance = (seconds: number) => new MovableClock(probe.db).advance(seconds);
  const runs = (name: string): number =>
    workers.flatMap(({ lines }) => lines).filter((line) => line.includes(`"schedule":"${name}"`)).length;
  /** A user with a key that expires in this number of days. */
  const aKey = async (days: number) => {
    const { accountId, userId, email } = await aVerifiedUser(identity);
    const expiresAt = addDays(identity.clock.now(), days);
    const wanted = { name: 'Deploy', scopes: ['*'], allowedCidrs: [], expiresAt };
    const { apiKey } = await identity.apiKeys.create(aPrincipal({ accountId, userId }), wanted);
    return { accountId, email, id: apiKey.id, expiresAt };
  };
  const events = () =>
    probe.db.query<{ account_id: string; data: object }>(
      `SELECT account_id, data FROM webhooks.events WHERE type = 'api_key.expiring'`,
    );
  const reminders = () => server.received.filter((raw) => raw.includes('expires soon'));

  it(
    'announce an expiring key once by mail and event, on any number of workers',
    async () => {
      const { id, accountId, email } = await aKey(30);
      await Promise.all([start(), start(), start()]);
      await eventually(() => expect(runs('remind-of-expiring-keys')).toBeGreaterThan(0));
      expect(reminders()).toEqual([]);
      await advance(16 * DAY_S);
      await eventually(() => expect(reminders()).toHaveLength(1), SLOW);
      expect(reminders()[0]).toContain(email);
      await eventually(async () => {
        const data = expect.objectContaining({ api_key_id: id, name: 'Deploy' });
        expect(await events()).toEqual([{ account_id: accountId, data }]);
      });
      const before = runs('remind-of-expiring-keys');
      await advance(HOUR_S);
      await eventually(() => expect(runs('remind-of-expiring-keys')).toBeGreaterThan(before), SLOW);
      expect(reminders()).toHaveLength(1);
      expect(await events()).toHaveLength(1);
    },
    SLOW,
  );

  it(
    'announce it once when the worker is killed before marking it',
    async () => {
      await aKey(30);
      await probe.waitAfterMails(MAIL_LOCK);
      const release = await probe.hold(MAIL_LOCK);
      const first = await start();
      await advance(16 * DAY_S);
      await probe.awaited(MAIL_LOCK);
      await first.kill();
      await release();
      await probe.loseClaims();
      expect(await events()).toEqual([]);
      await start();
      await advance(HOUR_S);
      await eventually(() => expect(reminders()).toHaveLength(1), SLOW);
      await eventually(async () => expect(await events()).toHaveLength(1));
      expect(await probe.db.query(`SELECT FROM platform.mails`)).toHaveLength(1);
    },
    SLOW,
  );

  it(
    'delete expired records when the test clock passes, and keep the user',
    async () => {
      const { accountId, email } = await aKey(365);
      await start();
      const left = async (table: string) => (await probe.db.query(`SELECT FROM identity.${table}`)).length;
      const kept = async () => [await left('one_time_tokens'), await left('sessions'), await left('login_events')];
      expect(await kept()).toEqual([1, 1, 1]);
      await advance(9 * DAY_S);
      await eventually(async () => expect(await kept()).toEqual([0, 1, 1]), SLOW);
      await advance(23 * DAY_S);
      await eventually(async () => expect(await kept()).toEqual([0, 0, 1]), SLOW);
      await advance(400 * DAY_S);
      await eventually(async () => expect(await kept()).toEqual([0, 0, 0]), SLOW);
      expect(await identity.stores.users.findByEmail(email)).not.toBeNull();
      expect(
        (
          await identity.apiKeyQueries.list(
            { accountId, status: null },
            { limit: 5, sort: 'created_at', order: 'asc', after: null },
          )
        ).items,
      ).toHaveLength(1);
    },
    SLOW,
  );
});
