import { TestClock } from '@trunkline/kernel/testing';
import { createDataSource } from '@trunkline/platform';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { User } from '../../domain/user';
import { identityPersistence } from '../../identity.module';
import { FakeGeolocation } from '../../testing/fakes';
import { StoredUsers } from '../user.repository';
import { BuiltInFraudScreening, type FraudRules } from './built-in-fraud-screening';
import {
  type EarlierSignUps,
  RECENT_SECONDS,
  type ScreenedSignUp,
  RecentSignUps,
  RECENT_SIGN_UP_READS,
} from './recent-sign-ups';
import { openConnections, times } from '../../testing/races';

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

const tally = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));

describe('recent sign-ups', () => {
  let test: TestDatabase;
  const clock = new TestClock();
  const screen = (email: string, ip: string, change: Partial<FraudRules> = {}) =>
    new BuiltInFraudScreening({ ...RULES, ...change }, new FakeGeolocation(), new RecentSignUps(test.db, clock)).screen(
      {
        email,
        ip,
        country: 'GB',
      },
    );
  const verify = async (email: string) => {
    const person = { name: 'Ada', passwordHash: null, phoneE164: null, marketingOptIn: false, intendedUse: null };
    const user = User.register({ ...person, email }, clock.now());
    user.verifyEmail(clock.now());
    await new StoredUsers(test.db).add(user);
  };
  const rows = async () =>
    (await test.db.find<{ count: number }>('SELECT count(*) FROM identity.recent_sign_ups'))!.count;

  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
    await openConnections(test.db);
  });
  afterAll(() => test.close());

  describe('when counted', () => {
    let signUps = 0;
    let place: { network: string; domain: string };
    const recent = () => new RecentSignUps(test.db, clock);
    beforeEach(() => {
      signUps++;
      place = { network: `198.51.100.${String(signUps)}`, domain: `d${String(signUps)}.example` };
    });
    const counted = async (change: Partial<ScreenedSignUp> = {}, isAdmitted = true): Promise<EarlierSignUps> => {
      signUps++;
      let found: EarlierSignUps | null = null;
      const signUp = { email: `e${String(signUps)}@${place.domain}`, ...place, ...change };
      await recent().count(signUp, (earlier) => {
        found = earlier;
        return isAdmitted;
      });
      return found!;
    };

    const counts = (fromNetwork: number, withDomainFromNetwork: number, withDomain: number): EarlierSignUps => ({
      fromNetwork,
      withDomainFromNetwork,
      withDomain,
    });

    it('returns the earlier sign-ups of the network and of the domain', async () => {
      expect(await counted()).toEqual(counts(0, 0, 0));
      expect(await counted()).toEqual(counts(1, 1, 1));
      expect(await counted({ domain: 'other.example' })).toEqual(counts(2, 0, 0));
      expect(await counted()).toEqual(counts(3, 2, 2));
    });

    it('counts sign-ups with a domain from other networks once they are verified', async () => {
      const email = `o'neil+${String(signUps)}@${place.domain}`;
      await counted({ email, network: 'elsewhere' });
      await counted({ network: 'elsewhere' });
      expect(await counted()).toEqual(counts(0, 0, 0));
      await verify(email);
      expect(await counted()).toEqual(counts(1, 1, 2));
      expect(await counted({ email })).toEqual(counts(2, 2, 2));
    });

    it('counts an email address once, however often it is tried', async () => {
      const email = `same@${place.domain}`;
      for (let tried = 0; tried < 3; tried++) {
        expect(await counted({ email })).toEqual(counts(0, 0, 0));
      }
      await counted({ email, network: 'from elsewhere' });
      expect(await counted()).toEqual(counts(1, 1, 1));
    });

    it('counts no domain of a public mail provider', async () => {
      await counted({ domain: null });
      expect(await counted({ domain: null })).toEqual(counts(1, 0, 0));
    });

    it('does not count what was not admitted', async () => {
      await counted({}, false);
      expect(await counted()).toEqual(counts(0, 0, 0));
    });

    it('forgets after a day', async () => {
      await counted();
      clock.advance(RECENT_SECONDS - 1);
      expect(await counted()).toEqual(counts(1, 1, 1));
      clock.advance(1);
      expect(await counted()).toEqual(counts(1, 1, 1));
      clock.advance(RECENT_SECONDS);
      expect(await counted()).toEqual(counts(0, 0, 0));
    });
  });

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
