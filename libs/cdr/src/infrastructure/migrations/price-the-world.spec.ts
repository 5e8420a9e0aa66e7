import { canonicalPrefix } from '@trunkline/kernel';
import fc from 'fast-check';
import { getCountries, parsePhoneNumberFromString, type PhoneNumberType } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';
import { PriceIndex, type PriceCount } from '../../domain/rating/price-index';
import { worldRates } from './price-the-world';

const CENT = 1_000_000;
/** In the order of the metadata. */
const TYPES = [
  ...['FIXED_LINE', 'MOBILE', 'TOLL_FREE', 'PREMIUM_RATE', 'PERSONAL_NUMBER', 'VOICEMAIL', 'UAN', 'PAGER'],
  ...['VOIP', 'SHARED_COST'],
] as const;
/** No number of the type costs less: cents a minute. */
const LEAST: Partial<Record<PhoneNumberType, number>> = { PREMIUM_RATE: 2_000, SHARED_COST: 500, PERSONAL_NUMBER: 100 };
const SAMPLES = 12;

const rates = worldRates();
const deck = indexOf();
const names = new Intl.DisplayNames(['en'], { type: 'region' });

function indexOf(): PriceIndex {
  const counts = new Map<string, PriceCount & { prices: number }>();
  const typeOf = (type: string) => (type === 'any' ? null : type);
  for (const { direction, number_type: type } of rates) {
    const count = counts.get(direction + type) ?? { direction, numberType: typeOf(type), prices: 0 };
    counts.set(direction + type, { ...count, prices: count.prices + 1 });
  }
  const index = new PriceIndex('deck_world', [...counts.values()]);
  for (const { direction, number_type: type, prefix, description, rate, first, next, fee } of rates)
    index.add({
      direction,
      numberType: typeOf(type),
      prefix,
      description,
      ratePerMinuteMicrocents: rate,
      firstSeconds: first,
      nextSeconds: next,
      connectionFeeCents: fee,
    });
  return index;
}

const priceTo = (to: string) => deck.find({ direction: 'outbound', to, numberType: null });
const centsTo = (to: string) => (priceTo(to)?.ratePerMinuteMicrocents ?? 0) / CENT;

interface Sample {
  /** Whose numbering plan has the number. */
  readonly plan: string;
  /** Whose number it is: some countries share ranges. */
  readonly country: string;
  readonly type: PhoneNumberType;
  readonly e164: string;
}

/** Numbers of each type of each country, as the patterns of the metadata have them. */
const samples = Object.entries(metadata.countries as unknown as Record<string, readonly unknown[]>).flatMap(samplesOf);

function samplesOf([name, plan]: [string, readonly unknown[]]): Sample[] {
  const types = (plan[11] ?? []) as readonly (readonly [string] | 0)[];
  return TYPES.flatMap((type, index) => {
    const pattern = types[index] ? types[index][0] : '';
    if (!pattern) return [];
    const numbers = fc.stringMatching(new RegExp(`^(?:${pattern})$`));
    return fc.sample(numbers, { seed: 1, numRuns: SAMPLES }).flatMap((national) => {
      const parsed = parsePhoneNumberFromString(`+${String(plan[0])}${national}`);
      const isOrdinary = type === 'FIXED_LINE' || type === 'MOBILE';
      const found = parsed?.getType();
      if (!parsed?.country || (found !== type && !(isOrdinary && found === 'FIXED_LINE_OR_MOBILE'))) return [];
      return [{ plan: name, country: parsed.country, type, e164: parsed.number }];
    });
  });
}

describe('the default deck', () => {
  it('has one price per prefix in canonical form, and at most 4,000', () => {
    const keys = rates.map(({ direction, number_type: type, prefix }) => `${direction} ${type} ${prefix}`);
    expect(new Set(keys).size).toBe(rates.length);
    expect(rates.length).toBeLessThan(4_000);
    const spelled = rates.filter(({ prefix }) => prefix !== '' && canonicalPrefix(`+${prefix}`) !== `+${prefix}`);
    expect(spelled).toEqual([]);
  });

  it('prices every country and every code without a country', () => {
    const priced = new Set(samples.filter(({ e164 }) => centsTo(e164) > 0).map(({ plan }) => plan));
    expect(getCountries().filter((country) => !priced.has(country))).toEqual([]);
    const codes = Object.keys(metadata.nonGeographic);
    expect(codes.filter((code) => centsTo(`+${code}123456789`) === 0)).toEqual([]);
  });

  it.each([
    ['+38514812345', 'Croatia', 8],
    ['+385912345678', 'Croatia, mobile', 30],
    ['+254202012345', 'Kenya', 25],
    ['+254712345678', 'Kenya, mobile', 35],
    ['+380442345678', 'Ukraine', 30],
    ['+380501234567', 'Ukraine, mobile', 45],
    ['+4930901820', 'Germany', 1.5],
    ['+4915112345678', 'Germany, mobile', 3.5],
    ['+442079460000', 'United Kingdom', 1.2],
    ['+12125550123', 'United States and Canada', 1],
    ['+18005550123', 'United States and Canada, toll-free', 1],
    ['+12425550123', 'Bahamas', 20],
    ['+883510012345678', 'iNum', 5],
  ])('prices %s as %s', (e164, description, cents) => {
    expect([priceTo(e164)?.description, centsTo(e164)]).toEqual([description, cents]);
  });

  it('has samples of every type in many countries', () => {
    const countries = (type: PhoneNumberType) =>
      new Set(samples.filter((each) => each.type === type).map((each) => each.country));
    expect(countries('PREMIUM_RATE').size).toBeGreaterThan(100);
    expect(countries('SHARED_COST').size).toBeGreaterThan(30);
    expect(countries('PERSONAL_NUMBER').size).toBeGreaterThan(20);
    expect(countries('MOBILE').size).toBeGreaterThan(190);
    expect(countries('TOLL_FREE').size).toBeGreaterThan(140);
  });

  it('never prices premium, shared-cost and personal numbers as ordinary ones', () => {
    const cheap = samples.filter(({ type, e164 }) => centsTo(e164) < (LEAST[type] ?? 0));
    expect(cheap).toEqual([]);
  });

  it('prices ordinary numbers as those of their country, or higher where a prefix has others too', () => {
    const ordinary = samples.filter(({ type }) => type === 'FIXED_LINE' || type === 'MOBILE');
    const nameOf = (country: string) =>
      ['US', 'CA'].includes(country) ? 'United States and Canada' : (names.of(country) ?? '');
    const foreign = ordinary.filter(
      ({ country, e164 }) => !priceTo(e164)?.description.startsWith(nameOf(country)) && centsTo(e164) < 100,
    );
    expect(foreign.map(({ country, e164 }) => [country, e164, priceTo(e164)?.description])).toEqual([]);
  });

  it('never prices mobiles below fixed lines of the country', () => {
    const leastOf = (type: PhoneNumberType) => {
      const least = new Map<string, number>();
      for (const each of samples.filter((sample) => sample.type === type))
        least.set(each.country, Math.min(least.get(each.country) ?? Infinity, centsTo(each.e164)));
      return least;
    };
    const fixed = leastOf('FIXED_LINE');
    const below = [...leastOf('MOBILE')].filter(([country, cents]) => cents < (fixed.get(country) ?? 0));
    expect(below).toEqual([]);
  });

  it('charges inbound calls by the second, for every number type in every country', () => {
    const inbound = rates.filter(({ direction }) => direction === 'inbound');
    expect(inbound.every(({ first, next }) => first === 1 && next === 1)).toBe(true);
    for (const numberType of ['geographic', 'national', 'mobile', 'tollfree', 'inum'])
      expect(deck.find({ direction: 'inbound', to: '+99999999', numberType })).not.toBeNull();
  });
});
