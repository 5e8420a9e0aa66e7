import { TestClock } from '@trunkline/kernel/testing';
import type { CountryCoverage } from '../../domain/requirements';
import { anOffer, FakeSupplier } from '../../testing';
import { Coverage } from './coverage';

class CountedSupplier extends FakeSupplier {
  requests = 0;

  override countries(): Promise<readonly CountryCoverage[]> {
    this.requests += 1;
    return super.countries();
  }
}

function coverage() {
  const clock = new TestClock();
  const supplier = new CountedSupplier([anOffer()]);
  const remembered = new Coverage(clock);
  const countries = async () => (await remembered.of(supplier)).map(({ country }) => country);
  return { clock, supplier, countries, remembered };
}

describe('Coverage', () => {
  it('requests the coverage of a supplier once an hour', async () => {
    const { clock, supplier, countries } = coverage();
    expect(await countries()).toEqual(['DE']);
    supplier.offers.push(anOffer({ country: 'AT' }));
    clock.advance(3599);
    expect(await countries()).toEqual(['DE']);
    expect(supplier.requests).toBe(1);
    clock.advance(1);
    expect(await countries()).toEqual(['DE', 'AT']);
    expect(supplier.requests).toBe(2);
  });

  it('shares one request among concurrent callers', async () => {
    const { supplier, countries } = coverage();
    const answers = await Promise.all([countries(), countries(), countries()]);
    expect(answers).toEqual([['DE'], ['DE'], ['DE']]);
    expect(supplier.requests).toBe(1);
  });

  it('returns cached countries of an unavailable supplier, and retries each time', async () => {
    const { clock, supplier, countries } = coverage();
    await countries();
    clock.advance(3600);
    supplier.isUnavailable = true;
    expect(await countries()).toEqual(['DE']);
    supplier.offers.push(anOffer({ country: 'AT' }));
    supplier.isUnavailable = false;
    expect(await countries()).toEqual(['DE', 'AT']);
    expect(supplier.requests).toBe(3);
  });

  it('does not cache a failure', async () => {
    const { supplier, countries } = coverage();
    supplier.isUnavailable = true;
    await expect(countries()).rejects.toThrow();
    supplier.isUnavailable = false;
    expect(await countries()).toEqual(['DE']);
  });

  it('keeps suppliers apart', async () => {
    const { remembered, countries } = coverage();
    await countries();
    const other = await remembered.of(new FakeSupplier([anOffer({ country: 'FR' })], 'other'));
    expect(other.map(({ country }) => country)).toEqual(['FR']);
  });
});
