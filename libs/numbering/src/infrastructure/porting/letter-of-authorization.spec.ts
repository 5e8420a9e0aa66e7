import { printInPlace, textOf } from '@trunkline/platform/testing';
import { languageOf, type Letter, LETTER_LANGUAGES } from '../../application/porting/letters';
import { letterDocument } from './letter-of-authorization';
import { LETTER_TEXTS } from './letter-texts';

const letter = (change: Partial<Letter> = {}): Letter => ({
  id: 'port_1',
  language: 'en',
  country: 'DE',
  subscriber: {
    name: 'Łódzkie Centrum Telekomunikacji',
    addressLines: ['ul. Piotrkowska 104', '90-926 Łódź'],
    country: 'PL',
  },
  losingCarrier: 'Example Telecom',
  accountNumber: 'K-4711',
  authorizedPerson: 'Ada Łukasik',
  billingPhoneE164: '+493012345670',
  requestedFocAt: new Date('2026-12-24T00:00:00Z'),
  e164s: ['+493012345678', '+493012345679'],
  updatedAt: new Date('2026-12-01T00:00:00Z'),
  ...change,
});
const print = async (change: Partial<Letter> = {}) => {
  const { content, missing } = await printInPlace(letterDocument(letter(change), 'Trunkline GmbH'));
  return { pages: textOf(Buffer.from(content)), missing, content };
};
const squeezed = (text = '') => text.replaceAll(/\s/g, '');

describe('letters of authorization', () => {
  it('name both carriers, the subscriber, the numbers and the date', async () => {
    const { pages } = await print();
    expect(pages).toHaveLength(1);
    for (const text of [
      'Letter of authorization',
      'Example Telecom',
      'Trunkline GmbH',
      'Łódzkie Centrum Telekomunikacji',
      'Poland',
      'K-4711',
      'Ada Łukasik',
      'December 24, 2026',
      '+493012345679',
      'Telephone numbers (2)',
      'Signature',
      'Page 1 of 1',
    ])
      expect(squeezed(pages[0])).toContain(squeezed(text));
  });

  it.each(LETTER_LANGUAGES)('are written in %s, with every word of the template filled in', async (language) => {
    const { pages, missing } = await print({ language });
    expect(missing).toEqual([]);
    const text = squeezed(pages.join(''));
    const { title, opening, closing, signature } = LETTER_TEXTS[language];
    const filled = [title, ...opening, ...closing, ...signature].map((each) =>
      each.replaceAll('{gaining}', 'Trunkline GmbH').replaceAll('{losing}', 'Example Telecom'),
    );
    for (const each of filled) expect(text).toContain(squeezed(each));
    expect(text).not.toMatch(/[{}]/);
  });

  it.each([
    ['DE', 'de'],
    ['AT', 'de'],
    ['BE', 'nl'],
    ['BR', 'pt'],
    ['MX', 'es'],
    ['US', 'en'],
    ['JP', 'en'],
  ])('are written to a carrier of %s in %s', (country, language) => {
    expect(languageOf(country)).toBe(language);
  });

  it.each(['株式会社テレコム・ジャパン', 'شركة الاتصالات المتحدة', 'บริษัท โทรคมนาคมไทย', 'חברת תקשורת'])(
    'print the subscriber %s',
    async (name) => {
      const { missing, pages } = await print({ subscriber: { name, addressLines: [], country: null } });
      expect(missing).toEqual([]);
      expect(squeezed(pages[0])).not.toContain('\ufffd');
    },
  );

  it('leave room for what the request does not say, and for the signature on the page of the last paragraph', async () => {
    const { pages } = await print({ losingCarrier: null, accountNumber: null, requestedFocAt: null });
    expect(pages[0]).toContain('________________');
    expect(pages[0]).toContain('As soon as possible');
    for (const count of [60, 90, 100, 104, 108, 112, 116, 120, 1000]) {
      const e164s = Array.from({ length: count }, (_, n) => `+4930${20_000_000 + n}`);
      const printed = (await print({ e164s })).pages;
      const last = squeezed(printed.at(-1));
      expect(last).toContain('Signature');
      expect(last).toContain('withdraw');
      expect(printed.join('').match(/\+4930\d{8}/g)?.length).toBeGreaterThanOrEqual(count);
    }
  });

  it('are the same file for the same request', async () => {
    const [first, again] = [await print(), await print()];
    expect(Buffer.from(first.content).equals(Buffer.from(again.content))).toBe(true);
  });
});
