import { TestClock } from '@trunkline/kernel/testing';
import { createDataSource } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { User } from '../../domain/users/user';
import { identityPersistence } from '../../identity.module';
import { FakeGeolocation } from '../../testing/fakes';
import { describeRecentSignUps } from '../../testing/screening/memory-recent-sign-ups';
import { TypeOrmUserRepository } from '../users/user.repository';
import { BuiltInFraudScreening, type FraudRules } from './built-in-fraud-screening';
import { PostgresRecentSignUps, RECENT_SIGN_UP_READS } from './postgres-recent-sign-ups';

const DAY_S = 86_400;
const RULES: FraudRules = {
  FRAUD_DENIED_NETWORKS: [],
  FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: 3,
  FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: 5,
  FRAUD_SIGNUPS_PER_DOMAIN_REVIEW: 4,
  FRAUD_SIGNUPS_PER_DOMAIN_BLOCK: 7,
  FRAUD_DISPOSABLE: 'review',
  FRAUD_COUNTRY_MISMATCH: 'review',
};

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const tally = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));

describe('recent sign-ups', () => {
  let test: TestDatabase;
  const clock = new TestClock();
  const screen = (email: string, ip: string, change: Partial<FraudRules> = {}) =>
    new BuiltInFraudScreening(
      { ...RULES, ...change },
      new FakeGeolocation(),
      new PostgresRecentSignUps(test.db, clock),
    ).screen({
      email,
      ip,
      country: 'GB',
    });
  const verify = async (email: string) => {
    const person = { name: 'Ada', passwordHash: null, phoneE164: null, marketingOptIn: false, intendedUse: null };
    const user = User.register({ ...person, email }, clock.now());
    user.verifyEmail(clock.now());
    await new TypeOrmUserRepository(test.db).add(user);
  };
  const rows = async () =>
    (await test.db.queryOne<{ count: number }>('SELECT count(*) FROM identity.recent_sign_ups'))!.count;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    // With connections still to be made, what should run at once would run one after another and prove nothing.
    await Promise.all(times(20, () => test.db.query('SELECT pg_sleep(0.05)')));
  });
  afterAll(() => test.close());

  describeRecentSignUps('in PostgreSQL', () => ({
    recent: new PostgresRecentSignUps(test.db, clock),
    advance: (seconds) => clock.advance(seconds),
    verify,
  }));

  it('counts each of twenty concurrent sign-ups from one address', async () => {
    const found = await Promise.all(times(20, (index) => screen(`a${String(index)}@d${String(index)}.com`, '8.8.8.8')));
    expect(tally(found)).toEqual({ allow: 3, review: 2, block: 15 });
  });

  it('counts each of twenty concurrent sign-ups with one domain from one network', async () => {
    const rules = { FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: 0, FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: 0 };
    const found = await Promise.all(times(20, (index) => screen(`a${String(index)}@farm.com`, '8.8.4.1', rules)));
    expect(tally(found)).toEqual({ allow: 4, review: 3, block: 13 });
  });

  it('blocks none of twenty concurrent sign-ups with a domain that many have verified', async () => {
    for (const index of times(8, Number)) {
      await screen(`v${String(index)}@proven.com`, `8.8.5.${String(index)}`);
      await verify(`v${String(index)}@proven.com`);
    }
    const found = await Promise.all(
      times(20, (index) => screen(`w${String(index)}@proven.com`, `8.8.6.${String(index)}`)),
    );
    expect(tally(found)).toEqual({ review: 20 });
  });

  it('does not deadlock', async () => {
    const found = await Promise.all(
      times(40, (index) => screen(`b${String(index)}@ring${String(index % 3)}.com`, `9.9.9.${String(index % 4)}`)),
    );
    expect(found).toHaveLength(40);
  });

  it('stores no email, and deletes rows that no longer count', async () => {
    await screen('secret.person@kept.example', '8.8.8.1');
    expect(JSON.stringify(await test.db.query('SELECT * FROM identity.recent_sign_ups'))).not.toContain(
      'secret.person',
    );
    clock.advance(DAY_S);
    for (let index = 0; index < 10; index++) await screen(`c${String(index)}@c${String(index)}.com`, '8.8.8.2');
    expect(await rows()).toBeLessThanOrEqual(10);
  });

  it('counts by index among fifty thousand rows', async () => {
    await test.db.query(
      `INSERT INTO identity.recent_sign_ups (email_hash, network, domain, at)
       SELECT sha256(n::text::bytea), '7.7.' || n % 250 || '.' || n / 250, 'd' || n || '.com', $1
       FROM generate_series(1, 50000) n`,
      [clock.now()],
    );
    await verify('planned@example.com');
    await test.db.query(
      `INSERT INTO identity.users
       SELECT (jsonb_populate_record(u, jsonb_build_object('id', 'usr_' || n, 'email', 'n' || n || '@example.com'))).*
       FROM identity.users u, generate_series(1, 20000) n WHERE u.email = 'planned@example.com'`,
    );
    const owner = await createDataSource({ url: test.url, asOwner: true, poolSize: 1 }, []).initialize();
    await owner.query('ANALYZE identity.recent_sign_ups, identity.users');
    await owner.destroy();
    for (const statement of RECENT_SIGN_UP_READS) {
      const values = ['7.7.1.1', 'd1.com', Buffer.alloc(32), new Date(clock.now().getTime() - DAY_S * 1000)];
      const plan = await test.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${statement}`, values);
      const text = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(text).toContain('recent_sign_ups_network');
      expect(text).toContain('recent_sign_ups_domain');
      expect(text).toContain('users_verified_email_hash');
      expect(text).not.toContain('Seq Scan');
    }
  });
});
