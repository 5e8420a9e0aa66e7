import { TestClock } from '@trunkline/kernel/testing';
import type { OfferFilters } from '../../../application/supply/supplier';
import { NO_FILTERS } from '../../../testing/samples';
import { FakeTelnyx } from '../../../testing/supply/fake-telnyx/fake-telnyx';
import { showAvailable } from '../../../testing/supply/fake-telnyx/telnyx-routes';
import { testRowReader } from '../../../testing/supply/row-reader';
import { fixedCredential } from '../http/credential';
import { TelnyxSupplier } from './telnyx-supplier';

describe('a search at Telnyx', () => {
  let fake: FakeTelnyx;
  let supplier: TelnyxSupplier;

  beforeEach(async () => {
    const clock = new TestClock();
    fake = await FakeTelnyx.start();
    const { baseUrl, publicKey, authorization } = fake;
    const credential = fixedCredential('authorization', authorization);
    const options = { baseUrl, credential, publicKey, connectionId: 'conn-1' };
    supplier = new TelnyxSupplier(options, clock, testRowReader('telnyx', clock));
  });
  afterEach(() => fake.stop());

  const search = async (change: Partial<OfferFilters>) => {
    const filters: OfferFilters = { ...NO_FILTERS, country: 'US', source: 'live', ...change };
    const page = { filters, sort: 'relevance', limit: 50, accountId: 'acc_1', after: null } as const;
    return (await supplier.search(page)).items.map(({ offer }) => offer);
  };

  it('compares place and capabilities again, and drops what Telnyx adds', async () => {
    fake.rewrites.set('/v2/available_phone_numbers', (body) => ({
      ...body,
      data: fake.state.stock.filter(({ country }) => country === 'US').map(showAvailable),
    }));
    const found = async (filters: Partial<OfferFilters>) =>
      new Set((await search({ numberType: 'geographic', ...filters })).map(({ areaCode }) => areaCode));
    expect(await found({ city: 'New York' })).toEqual(new Set(['212']));
    expect(await found({ region: 'CA' })).toEqual(new Set(['415']));
    expect(await found({ capabilities: ['sms'] })).toEqual(new Set(['212', '415']));
  });

  it('compares the region outside North America, which Telnyx ignores', async () => {
    expect((await search({ country: 'DE', region: 'ber' })).length).toBe(6);
    expect(await search({ country: 'DE', region: 'Hamburg' })).toEqual([]);
  });

  it('finds catalog rows by the beginning of their region', async () => {
    const regions = async (region: string) =>
      (await search({ source: 'availability', region })).map((offer) => offer.region);
    expect(await regions('ca')).toEqual(['CA']);
    expect(await regions('unit')).toEqual(['United States']);
  });
});
