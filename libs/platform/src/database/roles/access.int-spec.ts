import pg from 'pg';
import { platformPersistence } from '../platform-persistence';
import {
  createLoginRole,
  freshDatabaseUrl,
  type LoginRole,
  type PgBouncer,
  pgBouncerProgram,
  startPgBouncer,
} from '../../testing';
import { databaseFacts } from '../database-facts';
import { findDatabaseAccess } from './access';
import type { DatabaseAccessError } from './access-error';

const grants = [platformPersistence.grants ?? { schema: 'platform' }];

async function faultsOf(DATABASE_URL: string, DATABASE_DIRECT_URL?: string): Promise<readonly string[]> {
  const addresses = { DATABASE_URL, ...(DATABASE_DIRECT_URL && { DATABASE_DIRECT_URL }) };
  const error: unknown = await findDatabaseAccess(addresses, grants).catch((caught: unknown) => caught);
  if ((error as Error).name !== 'DatabaseAccessError') throw error;
  return (error as DatabaseAccessError).faults;
}

describe('the access to the database', () => {
  let url: string;
  let owner: pg.Client;
  let login: LoginRole;
  const roles: LoginRole[] = [];
  const bouncers: PgBouncer[] = [];

  beforeEach(async () => {
    url = await freshDatabaseUrl();
    owner = new pg.Client({ connectionString: url });
    await owner.connect();
    login = await createLoginRole(url);
    roles.push(login);
  });

  afterEach(async () => {
    await Promise.all(bouncers.splice(0).map((bouncer) => bouncer.stop()));
    for (const role of roles.splice(0)) await role.drop();
    await owner.end();
  });

  const roleWith = async (attributes: string): Promise<LoginRole> => {
    const role = await createLoginRole(url, attributes);
    roles.push(role);
    return role;
  };

  const bounce = async (mode: 'session' | 'transaction' | 'statement', ...settings: string[]): Promise<PgBouncer> => {
    const bouncer = await startPgBouncer({ databaseUrl: url, mode, settings }, [url, login.url]);
    bouncers.push(bouncer);
    return bouncer;
  };

  it('uses the application’s role for the owner and for a separate login role', async () => {
    for (const each of [url, login.url]) {
      expect(await findDatabaseAccess({ DATABASE_URL: each }, grants)).toEqual({
        url: each,
        directUrl: each,
        session: 'own',
      });
    }
  });

  it('accepts that the application’s role logs in itself, as it must where an extension connects servers', async () => {
    const own = new URL(url);
    own.username = 'trunkline_app';
    own.password = 'of-the-application';
    await owner.query(`ALTER ROLE trunkline_app LOGIN PASSWORD 'of-the-application'`);
    try {
      expect(await findDatabaseAccess({ DATABASE_URL: own.toString() }, grants)).toMatchObject({ session: 'own' });
      expect(await findDatabaseAccess({ DATABASE_URL: login.url }, grants)).toMatchObject({ session: 'own' });
      expect((await databaseFacts(own.toString(), [])).loginRole).toBe('trunkline_app');
      expect((await databaseFacts(login.url, [])).loginRole).toBe(login.name);
    } finally {
      await owner.query(`ALTER ROLE trunkline_app NOLOGIN PASSWORD NULL`);
    }
  });

  it('rejects a role that is not a member of trunkline_app', async () => {
    const stranger = await roleWith('');
    expect(await faultsOf(stranger.url)).toEqual([expect.stringContaining('no member of trunkline_app')]);
  });

  it.each([
    ['UPDATE', 'GRANT UPDATE ON platform.audit_trail', 'it has UPDATE on platform.audit_trail'],
    ['UPDATE of one column', 'GRANT UPDATE (actor) ON platform.audit_trail', 'it has UPDATE on platform.audit_trail'],
    ['TRUNCATE', 'GRANT TRUNCATE ON platform.outbox', 'it has TRUNCATE on platform.outbox'],
    ['CREATE', 'GRANT CREATE ON SCHEMA platform', 'it may create objects in the schema platform'],
  ])('rejects a trunkline_app that has %s beyond its needs', async (_, grant, fault) => {
    await owner.query(`${grant} TO trunkline_app`);
    expect(await faultsOf(login.url)).toEqual([expect.stringContaining(fault)]);
  });

  it('rejects a trunkline_app that owns a table', async () => {
    await owner.query(`ALTER TABLE platform.audit_trail OWNER TO trunkline_app`);
    expect((await faultsOf(url)).join()).toContain('it owns the table platform.audit_trail');
    await owner.query(`ALTER TABLE platform.audit_trail OWNER TO current_user`);
  });

  it('accepts an append-only table of a newer version', async () => {
    await owner.query(`CREATE TABLE platform.later (id int)`);
    await owner.query(`REVOKE ALL ON platform.later FROM trunkline_app`);
    await owner.query(`GRANT SELECT, INSERT ON platform.later TO trunkline_app`);
    expect(await findDatabaseAccess({ DATABASE_URL: login.url }, grants)).toMatchObject({ session: 'own' });
    await owner.query(`REVOKE UPDATE (actor), INSERT ON platform.audit_trail FROM trunkline_app`);
    expect((await faultsOf(login.url)).join()).toContain('it lacks INSERT on platform.audit_trail');
  });

  it('rejects missing rights and names the remedy', async () => {
    await owner.query(`REVOKE ALL ON platform.outbox FROM trunkline_app`);
    expect(await faultsOf(url)).toEqual([
      expect.stringMatching(/lacks SELECT, INSERT, UPDATE, DELETE on platform.outbox\. Run npm run migrate/),
    ]);
    await owner.query(`REVOKE ALL ON SCHEMA platform FROM trunkline_app`);
    expect((await faultsOf(url)).join()).toContain('may not use the schemas platform. Run npm run migrate');
  });

  if (pgBouncerProgram()) {
    describe('through PgBouncer', () => {
      it('uses the application’s role in session mode, even when start-up parameters are ignored', async () => {
        const { through } = await bounce('session', 'ignore_startup_parameters = options, extra_float_digits');
        for (const each of [url, login.url]) {
          const access = await findDatabaseAccess({ DATABASE_URL: through(each) }, grants);
          expect(access.session).toBe('own');
        }
      });

      it.each(['transaction', 'statement'] as const)(
        'rejects %s mode without DATABASE_DIRECT_URL, and names the setting',
        async (mode) => {
          const { through } = await bounce(mode);
          expect(await faultsOf(through(login.url))).toEqual([expect.stringContaining('Set DATABASE_DIRECT_URL')]);
          expect(await faultsOf(through(login.url), through(login.url))).toEqual([
            expect.stringContaining('DATABASE_DIRECT_URL leads to a pooler in transaction mode'),
          ]);
        },
      );

      it('detects transaction mode when server connections alternate', async () => {
        const { through } = await bounce('transaction', 'server_round_robin = 1', 'min_pool_size = 5');
        expect(await faultsOf(through(login.url))).toEqual([expect.stringContaining('Set DATABASE_DIRECT_URL')]);
      });

      it('accepts a separate login role in transaction mode, and rejects the owner', async () => {
        const { through } = await bounce('transaction');
        expect(
          await findDatabaseAccess({ DATABASE_URL: through(login.url), DATABASE_DIRECT_URL: login.url }, grants),
        ).toEqual({ url: through(login.url), directUrl: login.url, session: 'shared' });
        expect(await faultsOf(through(url), login.url)).toEqual([expect.stringContaining('SUPERUSER')]);
      });

      it.each([
        ['CREATEROLE', 'IN ROLE trunkline_app CREATEROLE', 'has CREATEROLE'],
        ['BYPASSRLS', 'IN ROLE trunkline_app BYPASSRLS', 'has BYPASSRLS'],
        ['another powerful role', 'IN ROLE trunkline_app, pg_write_all_data', 'take on the role pg_write_all_data'],
      ])('rejects a login role with %s in transaction mode', async (_, attributes, fault) => {
        login = await roleWith(attributes);
        const { through } = await bounce('transaction');
        const faults = await faultsOf(through(login.url), login.url);
        expect(faults[0]).toContain(fault);
      });

      it('rejects the owner of a schema in transaction mode', async () => {
        login = await roleWith('IN ROLE trunkline_app');
        await owner.query(`ALTER SCHEMA platform OWNER TO ${login.name}`);
        await owner.query(`ALTER TABLE platform.audit_trail OWNER TO ${login.name}`);
        const { through } = await bounce('transaction');
        const faults = await faultsOf(through(login.url), login.url);
        expect(faults.join()).toContain('it owns the schema platform, the table platform.audit_trail');
        await owner.query(`ALTER SCHEMA platform OWNER TO current_user`);
        await owner.query(`ALTER TABLE platform.audit_trail OWNER TO current_user`);
      });
    });
  }
});
