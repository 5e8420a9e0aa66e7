import { MemoryRateLimits } from '../../testing/memory-rate-limits';
import { StoreMailAllowance } from './store-mail-allowance';

describe('The mail allowance', () => {
  const allowance = (factor = 1) => new StoreMailAllowance(new MemoryRateLimits(), { RATE_LIMIT_FACTOR: factor });
  const taken = async (many: number, take: (index: number) => Promise<boolean>) => {
    let count = 0;
    for (let index = 0; index < many; index++) count += Number(await take(index));
    return count;
  };

  it('allows five emails per mailbox, whatever their origin', async () => {
    const its = allowance();
    expect(await taken(8, (index) => its.take('ada@example.com', `203.0.113.${String(index)}`))).toBe(5);
    expect(await its.take('grace@example.com', '203.0.113.1')).toBe(true);
  });

  it('allows thirty emails per network address, whatever their recipients', async () => {
    const its = allowance();
    expect(await taken(40, (index) => its.take(`u${String(index)}@example.com`, '::ffff:203.0.113.1'))).toBe(30);
    expect(await its.take('last@example.com', '203.0.113.1')).toBe(false);
  });

  it('allows thirty emails per IPv6 network', async () => {
    const its = allowance();
    const from = (index: number) => `2001:db8:1:2::${index.toString(16)}`;
    expect(await taken(40, (index) => its.take(`u${String(index)}@example.com`, from(index)))).toBe(30);
    expect(await its.take('last@example.com', '2001:db8:1:3::1')).toBe(true);
  });

  it('scales with RATE_LIMIT_FACTOR', async () => {
    const its = allowance(2);
    expect(await taken(20, () => its.take('ada@example.com', '203.0.113.1'))).toBe(10);
    const least = allowance(0.001);
    expect(await taken(5, () => least.take('ada@example.com', '203.0.113.1'))).toBe(1);
  });
});
