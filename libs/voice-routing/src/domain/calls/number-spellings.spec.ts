import { canonicalNumber, isCanonicalNumber, numberFault, prefixFault, readNumber } from '@trunkline/kernel';
import fc from 'fast-check';
import { getCountries, getExampleNumber, Metadata } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

describe('every country', () => {
  const scripts = ['0', '٠', '०', '０'];
  const inScript = (zero: string) => (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
  const separators = ['', ' ', '-', '.', ' (', ')', '\u00a0', '\u2011', '\u202a', '/'];
  const spelling = fc.record({
    zero: fc.constantFrom(...scripts),
    gaps: fc.array(fc.constantFrom(...separators), { minLength: 40, maxLength: 40 }),
  });
  const nationalPrefixOf = (country: ReturnType<typeof getCountries>[number]) => {
    const metadata = new Metadata();
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan as unknown as { nationalPrefix(): string | 0 };
    return plan.nationalPrefix() || '';
  };
  const numbers = getCountries().map((country) => {
    const example = getExampleNumber(country, examples);
    if (!example) throw new Error(`No example number of ${country}.`);
    const { countryCallingCode: code, nationalNumber: national, number: e164 } = example;
    const trunk = nationalPrefixOf(country);
    const forms = [
      ...['+', '00', ''].flatMap((start) => [`${start}${code}${national}`, `${start}${code}${trunk}${national}`]),
      ...(trunk ? [`${trunk}${national}`] : []),
      ...(code === '1' ? [national, `011${code}${national}`, `0111${code}${national}`] : []),
    ];
    return { country, e164, forms };
  });

  it.each(numbers)('has one canonical form of $e164 ($country), however it is spelled', ({ country, e164, forms }) => {
    fc.assert(
      fc.property(fc.constantFrom(...forms), spelling, (form, { zero, gaps }) => {
        const spelled = Array.from(inScript(zero)(form), (char, index) => char + (gaps[index] ?? '')).join('');
        expect([spelled, readNumber(spelled, country)?.e164]).toEqual([spelled, e164]);
      }),
      { numRuns: 50 },
    );
  });

  it.each(numbers)('has numbers that are their own canonical form: $e164 ($country)', ({ e164 }) => {
    expect(numberFault(e164)).toBeNull();
    for (let length = 2; length <= e164.length; length++) expect(prefixFault(e164.slice(0, length))).toBeNull();
  });
});

describe('canonicalNumber', () => {
  it('returns its own results unchanged', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 17 });
    fc.assert(
      fc.property(digits, (given) => {
        const number = canonicalNumber(`+${given.join('')}`);
        expect(number === null || isCanonicalNumber(number.e164)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
