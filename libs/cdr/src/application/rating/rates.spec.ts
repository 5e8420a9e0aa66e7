import type { DomainError } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { FakeDecks, FakeRateLists, germanRate } from '../../testing';
import { Rates, type RateQuery } from './rates';
import type { RateView } from './ports';

const price: RateView = { ...germanRate, direction: 'outbound', numberType: null, effectiveFrom: new Date(0) };
const nothing: RateQuery = {
  kind: 'voice',
  accountId: 'acc_1',
  direction: 'outbound',
  to: null,
  prefix: null,
  numberType: null,
};

describe('Rates', () => {
  const errorOf = (query: Partial<RateQuery>, found: readonly RateView[] = [price]) =>
    new Rates(new FakeDecks(), new FakeRateLists(found), new TestClock()).list({ ...nothing, ...query }).then(
      () => null,
      (error: unknown) => [(error as DomainError).code, Object.keys((error as DomainError).fields ?? {})],
    );

  it.each<[Partial<RateQuery>, object]>([
    [{ to: '+4930901820' }, { direction: 'outbound', numberType: null, destination: { to: '+4930901820' } }],
    [{ prefix: '+49' }, { direction: 'outbound', numberType: null, destination: { prefix: '49' } }],
    [{ direction: 'inbound' }, { direction: 'inbound', numberType: null, destination: { prefix: '' } }],
    [
      { direction: 'inbound', numberType: 'tollfree', to: '+18005550123' },
      { direction: 'inbound', numberType: 'tollfree', destination: { to: '+18005550123' } },
    ],
  ])('queries the rate deck for %j', async (query, filter) => {
    const lists = new FakeRateLists([price]);
    expect(await new Rates(new FakeDecks(), lists, new TestClock()).list({ ...nothing, ...query })).toEqual([price]);
    expect(lists.requests).toEqual([filter]);
  });

  it('shows prices after the discount of the account', async () => {
    const rates = new Rates(new FakeDecks({ discountPct: 15 }), new FakeRateLists([price]), new TestClock());
    const [shown] = await rates.list({ ...nothing, prefix: '49' });
    expect(shown).toMatchObject({ ratePerMinuteMicrocents: (price.ratePerMinuteMicrocents * 85) / 100 });
  });

  it('rejects an ambiguous or incomplete query', async () => {
    expect(await errorOf({})).toEqual(['invalid_input', ['to']]);
    expect(await errorOf({ to: '+4930901820', prefix: '49' })).toEqual(['invalid_input', ['prefix']]);
    expect(await errorOf({ to: '+4930901820', numberType: 'mobile' })).toEqual(['invalid_input', ['number_type']]);
  });

  it('returns no items without a price, and throws invalid_input for more than a thousand', async () => {
    expect(await errorOf({ prefix: '49' }, [])).toBeNull();
    const many = (count: number) => errorOf({ prefix: '1' }, Array<RateView>(count).fill(price));
    expect(await many(1_000)).toBeNull();
    expect(await many(1_001)).toEqual(['invalid_input', ['prefix']]);
  });
});
