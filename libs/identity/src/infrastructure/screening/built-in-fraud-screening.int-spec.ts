import { TestClock } from '@trunkline/kernel/testing';
import { type TestDatabase, testDatabase } from '@trunkline/platform/testing';
import { identityPersistence } from '../../identity.module';
import { FakeGeolocation } from '../../testing/fakes';
import { sampleUser } from '../../testing/samples';
import { StoredUsers } from '../user.repository';
import { BuiltInFraudScreening, type FraudRules } from './built-in-fraud-screening';
import { RecentSignUps } from './recent-sign-ups';

const DAY_S = 86_400;
/** Public addresses; those of documentation are reserved. */
const HOME = '81.2.69.142';
const OTHER = '8.8.8.8';

const DEFAULTS: FraudRules = {
  FRAUD_DENIED_NETWORKS: [],
  FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: 3,
  FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: 5,
  FRAUD_SIGNUPS_PER_DOMAIN_REVIEW: 4,
  FRAUD_SIGNUPS_PER_DOMAIN_BLOCK: 6,
  FRAUD_DISPOSABLE: 'review',
  FRAUD_COUNTRY_MISMATCH: 'review',
};

describe('The built-in fraud screening', () => {
  let test: TestDatabase;
  const clock = new TestClock();
  let signUps = 0;
  beforeAll(async () => {
    test = await testDatabase([identityPersistence]);
  });
  afterAll(() => test.close());
  // The sign-ups of one test do not count in the next.
  beforeEach(() => clock.advance(DAY_S));

  const screeningBy = (rules: Partial<FraudRules> = {}) => {
    const places = new FakeGeolocation();
    places.places.set(HOME, { country: 'GB', city: null });
    return new BuiltInFraudScreening({ ...DEFAULTS, ...rules }, places, new RecentSignUps(test.db, clock));
  };
  const freshEmail = (domain = `d${String(++signUps)}.com`) => `e${String(++signUps)}@${domain}`;
  const request = (change: { email?: string; ip?: string | null; country?: string | null } = {}) => ({
    email: freshEmail(),
    ip: HOME,
    country: 'GB',
    ...change,
  });
  const decisions = async (
    many: number,
    screening: BuiltInFraudScreening,
    make: () => Parameters<typeof request>[0] | Promise<Parameters<typeof request>[0]>,
  ) => {
    const found: string[] = [];
    for (let each = 0; each < many; each++) found.push(await screening.screen(request(await make())));
    return found;
  };

  describe('of networks', () => {
    it.each(['240.0.0.1', '0.1.2.3', '198.19.255.255', '100::1'])(
      'blocks a sign-up from an address that cannot be routed: %s',
      async (ip) => {
        expect(await screeningBy().screen(request({ ip }))).toBe('block');
      },
    );

    it.each(['203.0.113.7', '127.0.0.1', '2001:db8::1', null])('allows %p', async (ip) => {
      expect(await screeningBy().screen(request({ ip }))).toBe('allow');
    });

    it('blocks configured networks, edges included, at sign-up and sign-in', async () => {
      const screening = screeningBy({ FRAUD_DENIED_NETWORKS: ['81.2.69.128/28', '8.8.8.8', '2001:4860::/32'] });
      for (const country of ['GB', null]) {
        for (const ip of ['81.2.69.128', '81.2.69.143', '8.8.8.8', '2001:4860:ffff::1'])
          expect(await screening.screen(request({ ip, country }))).toBe('block');
        for (const ip of ['81.2.69.127', '81.2.69.144', '8.8.8.9', '2001:4861::1'])
          expect(await screening.screen(request({ ip, country }))).toBe('allow');
      }
    });
  });

  it('screens an invited new user by mailbox and velocity, not by country', async () => {
    const screening = screeningBy({ FRAUD_COUNTRY_MISMATCH: 'block' });
    const invited = (email: string, ip = OTHER) => screening.screen({ email, ip, country: null, isInvited: true });
    expect(await invited('x@mailinator.com', HOME)).toBe('review');
    const found: string[] = [];
    for (let each = 0; each < 6; each++) found.push(await invited(freshEmail()));
    expect(found).toEqual(['allow', 'allow', 'allow', 'review', 'review', 'block']);
  });

  it('checks only the network at sign-in, and does not count', async () => {
    const screening = screeningBy({ FRAUD_DISPOSABLE: 'block' });
    const signIns = await decisions(10, screening, () => ({ email: 'x@mailinator.com', country: null }));
    expect(new Set(signIns)).toEqual(new Set(['allow']));
    expect(await screening.screen({ email: null, ip: HOME, country: null })).toBe('allow');
    expect(await screening.screen(request())).toBe('allow');
  });

  describe('of mailboxes', () => {
    it.each(['mailinator.com', 'a.b.mailinator.com', 'tempmail.dev'])('finds %s disposable', async (domain) => {
      expect(await screeningBy().screen(request({ email: `x@${domain}` }))).toBe('review');
    });

    it.each(['mailinator.example', 'mailinator.com.example', 'gmail.com'])('accepts %s', async (domain) => {
      expect(await screeningBy().screen(request({ email: `x@${domain}` }))).toBe('allow');
    });

    it.each(['allow', 'review', 'block'] as const)('applies the configured action: %s', async (action) => {
      const screening = screeningBy({ FRAUD_DISPOSABLE: action });
      expect(await screening.screen(request({ email: 'x@mailinator.com' }))).toBe(action);
    });
  });

  describe('of countries', () => {
    it.each(['allow', 'review', 'block'] as const)(
      'applies the configured action when they differ: %s',
      async (action) => {
        const screening = screeningBy({ FRAUD_COUNTRY_MISMATCH: action });
        expect(await screening.screen(request({ country: 'FR' }))).toBe(action);
        expect(await screening.screen(request({ country: 'GB' }))).toBe('allow');
      },
    );

    it('ignores addresses without a location', async () => {
      expect(await screeningBy().screen(request({ country: 'FR', ip: OTHER }))).toBe('allow');
    });
  });

  describe('of velocity', () => {
    it('reviews and blocks one past each threshold of an address', async () => {
      const found = await decisions(8, screeningBy(), () => ({}));
      expect(found).toEqual(['allow', 'allow', 'allow', 'review', 'review', 'block', 'block', 'block']);
    });

    const ADDRESSES_UNCOUNTED = { FRAUD_SIGNUPS_PER_ADDRESS_REVIEW: 0, FRAUD_SIGNUPS_PER_ADDRESS_BLOCK: 0 };
    /** Sign-ups with one domain, subdomains and all, each from a network of its own. */
    const fromEverywhere = (many: number, screening: BuiltInFraudScreening, { areVerified = false } = {}) =>
      decisions(many, screening, async () => {
        const email = freshEmail(`s${String(++signUps)}.farm.co.uk`);
        if (areVerified) {
          const user = sampleUser(email);
          user.verifyEmail(clock.now());
          await new StoredUsers(test.db).add(user);
        }
        return { ip: `8.8.${String(signUps >> 8)}.${String(signUps & 255)}`, email };
      });

    it('does not count unverified sign-ups from other networks against a domain', async () => {
      const screening = screeningBy();
      expect(new Set(await fromEverywhere(100, screening))).toEqual(new Set(['allow']));
      expect(await screening.screen(request({ email: freshEmail('farm.co.uk') }))).toBe('allow');
    });

    it('reviews above the threshold of a domain with verified addresses, and never blocks', async () => {
      const screening = screeningBy();
      const found = await fromEverywhere(12, screening, { areVerified: true });
      expect(found).toEqual([...Array<string>(4).fill('allow'), ...Array<string>(8).fill('review')]);
    });

    it('reviews and blocks above each threshold of a domain from one network only', async () => {
      const screening = screeningBy(ADDRESSES_UNCOUNTED);
      const found = await decisions(8, screening, () => ({ email: freshEmail(`s${String(signUps)}.farm.co.uk`) }));
      expect(found).toEqual(['allow', 'allow', 'allow', 'allow', 'review', 'review', 'block', 'block']);
      expect(await screening.screen(request({ email: freshEmail('farm.co.uk'), ip: OTHER }))).toBe('allow');
    });

    it.each(['gmail.com', 'googlemail.com', 'mail.yandex.ru', 'yahoo.co.uk'])('never counts %s', async (domain) => {
      let from = 0;
      const found = await decisions(12, screeningBy(), () => {
        from++;
        return { ip: `8.8.4.${String(from)}`, email: freshEmail(domain) };
      });
      expect(new Set(found)).toEqual(new Set(['allow']));
    });

    it('forgets sign-ups after a day', async () => {
      const screening = screeningBy();
      await decisions(5, screening, () => ({}));
      clock.advance(DAY_S);
      expect(await decisions(3, screening, () => ({}))).toEqual(['allow', 'allow', 'allow']);
    });

    it('does not count blocked sign-ups', async () => {
      const screening = screeningBy();
      await decisions(5, screening, () => ({}));
      clock.advance(DAY_S / 2);
      expect(new Set(await decisions(10, screening, () => ({})))).toEqual(new Set(['block']));
      clock.advance(DAY_S / 2);
      expect(await decisions(3, screening, () => ({}))).toEqual(['allow', 'allow', 'allow']);
    });

    it('counts IPv6 addresses by /64', async () => {
      const screening = screeningBy();
      let host = 0;
      const within = (network: string) => () => ({ ip: `${network}::${(++host).toString(16)}` });
      expect((await decisions(6, screening, within('2606:4700:1:2'))).at(-1)).toBe('block');
      expect((await decisions(1, screening, within('2606:4700:1:3'))).at(-1)).toBe('allow');
    });

    it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.0.1', '100.64.0.1', 'fd00::1', '203.0.113.7', null])(
      'does not count sign-ups from %p',
      async (ip) => {
        const found = await decisions(30, screeningBy(), () => ({ ip, email: freshEmail('farm.com') }));
        expect(new Set(found)).toEqual(new Set(['allow']));
      },
    );

    it('counts nothing where a threshold is 0', async () => {
      expect(new Set(await decisions(30, screeningBy(ADDRESSES_UNCOUNTED), () => ({})))).toEqual(new Set(['allow']));
    });

    it('applies the strictest finding', async () => {
      const screening = screeningBy();
      expect(await screening.screen(request({ email: 'a@mailinator.com' }))).toBe('review');
      const many = await decisions(6, screening, () => ({ email: freshEmail('mailinator.com') }));
      expect(many).toEqual(['review', 'review', 'review', 'review', 'block', 'block']);
    });
  });
});
