import { TEST_BOX } from '../testing/identity-stores';
import { MemoryRateLimits } from '../testing/memory-rate-limits';
import { StorePhoneCodeAllowance } from './phone-codes';

describe('The allowance of codes for phones', () => {
  const allowance = (perCountry = 100, factor = 1) =>
    new StorePhoneCodeAllowance(new MemoryRateLimits(), TEST_BOX, {
      RATE_LIMIT_FACTOR: factor,
      PHONE_CODES_PER_COUNTRY_HOUR: perCountry,
    });
  /** A number of its own range for each index. */
  const phoneOf = (index: number) => `+4474${String(index).padStart(4, '0')}3456`;
  const taken = async (many: number, take: (index: number) => Promise<number>) => {
    let count = 0;
    for (let index = 0; index < many; index++) count += Number((await take(index)) === 0);
    return count;
  };
  const requestOf = (index: number) => ({
    userId: `usr_${String(index)}`,
    phoneE164: phoneOf(index),
    ip: `203.0.113.${String(index)}`,
  });

  it.each([
    ['five per user, whatever the numbers', { userId: 'usr_1' }, 5],
    ['three per number, whatever the users', { phoneE164: phoneOf(1) }, 3],
    ['ten per network address', { ip: '203.0.113.1' }, 10],
  ])('is %s', async (_name, same, count) => {
    const its = allowance();
    expect(await taken(20, (index) => its.take({ ...requestOf(index), ...same }))).toBe(count);
  });

  it('is ten per range of numbers, whatever the users', async () => {
    const its = allowance();
    const neighbour = (index: number) => ({ ...requestOf(index), phoneE164: `+44740012${String(3000 + index)}` });
    expect(await taken(20, (index) => its.take(neighbour(index)))).toBe(10);
    expect(await its.take(requestOf(1))).toBe(0);
  });

  it('is what the setting says per country', async () => {
    const its = allowance(12);
    expect(await taken(30, (index) => its.take(requestOf(index)))).toBe(12);
    expect(await its.take({ ...requestOf(50), phoneE164: '+4915112345678' })).toBe(0);
  });

  it('tells when the next code may be sent', async () => {
    const its = allowance(1);
    await its.take(requestOf(1));
    // One per hour and country.
    expect(await its.take(requestOf(2))).toBe(3_600);
  });

  it('takes nothing from wider allowances when it refuses', async () => {
    const its = allowance(4);
    expect(await taken(20, (index) => its.take({ ...requestOf(index), phoneE164: phoneOf(1) }))).toBe(3);
    expect(await its.take(requestOf(30))).toBe(0);
  });

  it('scales with RATE_LIMIT_FACTOR', async () => {
    const its = allowance(100, 2);
    expect(await taken(20, (index) => its.take({ ...requestOf(index), phoneE164: phoneOf(1) }))).toBe(6);
  });
});
