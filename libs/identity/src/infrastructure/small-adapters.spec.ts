import { ZxcvbnCommonPasswords } from './passwords/zxcvbn-common-passwords';
import { MemoryRateLimits } from '../testing/mails/memory-rate-limits';
import { Argon2PasswordHasher } from './passwords/argon2-password-hasher';
import { SettingsDashboardLinks } from './mails/settings-dashboard-links';
import { StoreMailAllowance } from './mails/store-mail-allowance';

describe('Argon2', () => {
  const hasher = new Argon2PasswordHasher();

  it('is Argon2id at the cost that was chosen, salted', async () => {
    const [first, second] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await hasher.verify(first, 'secret')).toBe(true);
    expect(await hasher.verify(first, 'Secret')).toBe(false);
  });

  it('compares with nobody as long as with somebody, and nobody is never right', async () => {
    const hash = await hasher.hash('secret');
    const lasted = async (compared: string | null) => {
      const begun = performance.now();
      expect(await hasher.verify(compared, 'wrong')).toBe(false);
      return performance.now() - begun;
    };
    const rounds: [number, number][] = [];
    for (let round = 0; round < 15; round++) rounds.push([await lasted(hash), await lasted(null)]);
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[7]!;
    const ratio = median(rounds.map(([known]) => known)) / median(rounds.map(([, unknown]) => unknown));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('leaves the event loop free', async () => {
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 16 }, () => hasher.hash('secret')));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
  });
});

describe('The mail allowance', () => {
  const allowance = (factor = 1) => new StoreMailAllowance(new MemoryRateLimits(), { RATE_LIMIT_FACTOR: factor });
  const taken = async (many: number, take: (index: number) => Promise<boolean>) => {
    let count = 0;
    for (let index = 0; index < many; index++) count += Number(await take(index));
    return count;
  };

  it('is five mails to one mailbox, from wherever they are asked for', async () => {
    const its = allowance();
    expect(await taken(8, (index) => its.take('ada@example.com', `203.0.113.${String(index)}`))).toBe(5);
    expect(await its.take('grace@example.com', '203.0.113.1')).toBe(true);
  });

  it('is thirty mails from one address, to whomever they go', async () => {
    const its = allowance();
    expect(await taken(40, (index) => its.take(`u${String(index)}@example.com`, '::ffff:203.0.113.1'))).toBe(30);
    expect(await its.take('last@example.com', '203.0.113.1')).toBe(false);
  });

  it('is thirty mails from one IPv6 network, whichever of its addresses asks', async () => {
    const its = allowance();
    const from = (index: number) => `2001:db8:1:2::${index.toString(16)}`;
    expect(await taken(40, (index) => its.take(`u${String(index)}@example.com`, from(index)))).toBe(30);
    expect(await its.take('last@example.com', '2001:db8:1:3::1')).toBe(true);
  });

  it('grows and shrinks with the factor of the deployment', async () => {
    const its = allowance(2);
    expect(await taken(20, () => its.take('ada@example.com', '203.0.113.1'))).toBe(10);
    const least = allowance(0.001);
    expect(await taken(5, () => least.take('ada@example.com', '203.0.113.1'))).toBe(1);
  });
});

describe('Links into the dashboard', () => {
  it('carry the token', () => {
    const links = new SettingsDashboardLinks({ DASHBOARD_URL: 'https://app.example.com/dashboard' });
    expect(links.verifyEmail('a_b-c')).toBe('https://app.example.com/dashboard/verify-email?token=a_b-c');
  });
});

describe('Common passwords', () => {
  const common = new ZxcvbnCommonPasswords();

  it.each(['password', 'password123', 'qwertyuiop', '123456789', 'iloveyou', '1234567890', 'baseball1'])(
    'hold %s',
    (password) => {
      expect(common.has(password)).toBe(true);
    },
  );

  it('do not hold what nobody uses', () => {
    expect(common.has('correct horse battery')).toBe(false);
  });
});
