import { DomainError } from '@trunkline/kernel';
import { Country, E164, Email, Flag, Id, Integer, OneOf, Secret, Text } from './fields';
import { ListOf, Nested, PhoneNumbers, TextMap, Texts } from './list-fields';
import { QueryDigits, QueryE164, QueryFlag, QueryInteger, QueryList, QueryParty, QueryPrefix } from './query-fields';
import { validated } from './validation';

const about = { description: 'A field.' };

class InnerBody {
  @Integer({ ...about, min: 1, max: 65535 })
  port: number;
}

class OuterBody {
  @Text({ ...about, min: 2, max: 5, optional: true }) text?: string;
  @Text({ ...about, optional: true, nullable: true }) cleared?: string | null;
  @Text({ ...about, optional: true, lines: true }) lines?: string;
  @Secret({ ...about, min: 8, max: 128, optional: true }) secret?: string;
  @Email({ ...about, optional: true }) email?: string;
  @E164({ ...about, optional: true }) e164?: string;
  @Country({ ...about, optional: true }) country?: string;
  @OneOf({ ...about, values: ['a', 'b'], optional: true }) choice?: string;
  @Integer({ ...about, min: 0, max: 10, optional: true }) integer?: number;
  @Flag({ ...about, optional: true }) flag?: boolean;
  @Id({ ...about, prefix: 'trk', optional: true }) id?: string;
  @Nested(() => InnerBody, { ...about, optional: true }) inner?: InnerBody;
  @Nested(() => InnerBody, { ...about, many: true, max: 2, optional: true }) many?: InnerBody[];
  @Texts({ ...about, max: 2, optional: true }) texts?: string[];
  @ListOf({ ...about, values: ['x', 'y'], optional: true }) values?: string[];
  @PhoneNumbers({ ...about, min: 1, max: 100, optional: true }) numbers?: string[];
  @TextMap({ ...about, max: 2, optional: true }) map?: Record<string, string>;
}

class AQuery {
  @QueryInteger({ ...about, min: 1, max: 100 }) limit: number = 25;
  @QueryFlag(about) unrouted?: boolean;
  @QueryList({ ...about, values: ['active', 'released'] }) status?: string[];
}

async function faultsOf(dto: new () => object, value: unknown): Promise<Record<string, string>> {
  try {
    await validated(dto, value, 'body');
    return {};
  } catch (error) {
    if (error instanceof DomainError) return { ...error.fields };
    throw error;
  }
}

const nul = String.fromCharCode(0);
const halfPair = String.fromCharCode(0xd800);

class NumberQuery {
  @QueryE164(about) e164?: string;
  @QueryPrefix(about) prefix?: string;
  @QueryParty(about) party?: string;
  @QueryDigits({ ...about, pattern: /^\+?\d+$/ }) digits?: string;
}

describe('numbers', () => {
  it('are rejected with their canonical form in other spellings', async () => {
    const faults = await faultsOf(OuterBody, {
      e164: '0049 900 123456',
      numbers: ['+12125550123', '+119005550123', 5],
    });
    expect(faults).toEqual({
      e164: 'must be in canonical form, +49900123456',
      'numbers.1': 'must be in canonical form, +19005550123',
      'numbers.2': 'must be a phone number in E.164 format with +',
    });
    expect(await faultsOf(OuterBody, { e164: 'x'.repeat(200_000) })).toEqual({
      e164: 'must be a phone number in E.164 format with +',
    });
  });

  it('have a literal + in every filter', async () => {
    const query = { e164: ' 4930901820', prefix: ' 4930', party: ' 4930*', digits: ' 49' };
    expect(Object.fromEntries(Object.entries(await validated(NumberQuery, query, 'query')))).toEqual({
      e164: '+4930901820',
      prefix: '+4930',
      party: '+4930*',
      digits: '+49',
    });
  });

  it.each([
    ['e164', ' 490900123456', '+49900123456'],
    ['prefix', '11900', '+1900'],
    ['party', ' 49030*', '+4930'],
    ['party', '+490900123456', '+49900123456'],
  ])('are filters in canonical form: %s=%s', async (name, value, canonical) => {
    expect(await faultsOf(NumberQuery, { [name]: value })).toEqual({
      [name]: `must be in canonical form, ${canonical}`,
    });
  });

  it.each(['sip:bob@example.com', '1001', '4930*', 'sip:*', '+4930*', '+4930901820'])(
    'are optional in %s',
    async (party) => {
      expect(await faultsOf(NumberQuery, { party })).toEqual({});
    },
  );
});

describe('fields', () => {
  it.each<[string, unknown]>([
    ['text', 'a'],
    ['text', 'abcdef'],
    ['text', null],
    ['text', 5],
    ['text', `ab${nul}`],
    ['text', `ab${halfPair}`],
    ['text', 'a\nb'],
    ['text', 'x'.repeat(10_000)],
    ['text', 'Ada\n'],
    ['text', '\tAda'],
    ['text', 'Ada\u0085'],
    ['text', 'Ada\u2028'],
    ['text', '   '],
    ['text', '\u200b\u200d\u200b'],
    ['text', '\ufeff\u200f\u3164'],
    ['text', '\u202eAda'],
    ['text', '\u2067Ada'],
    ['lines', '\u202eAda'],
    ['lines', '\u200b'],
    ['secret', 'abcdefgh\u2069'],
    ['secret', 'abcdefgh\n'],
    ['texts', ['\u200b']],
    ['cleared', ''],
    ['lines', `a${nul}`],
    ['secret', 'short'],
    ['secret', 'x'.repeat(129)],
    ['email', 'nobody'],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['email', ['a@example.com']],
    ['email', 'a@example.com\u200b'],
    ['email', 'a@exam\u00adple.com'],
    ['email', 'a\u2060@example.com'],
    ['email', 'a@example.com\n'],
    ['email', '\u00e4@example.com'],
    ['e164', '+4930'],
    ['e164', '4930901820'],
    ['e164', '+490900123456'],
    ['e164', ' 4930901820'],
    ['e164', '+49 30 901820'],
    ['e164', `+${'1'.repeat(100_000)}`],
    ['country', 'XX'],
    ['country', 'de'],
    ['choice', 'c'],
    ['choice', ['a']],
    ['integer', 11],
    ['integer', -1],
    ['integer', 1.5],
    ['integer', '5'],
    ['integer', 2 ** 53],
    ['flag', 'true'],
    ['id', 'gw_1'],
    ['id', 'trk_'],
    ['inner', 'text'],
    ['inner', []],
    ['inner', [{ port: 1 }]],
    ['many', {}],
    ['many', [{ port: 1 }, { port: 2 }, { port: 3 }]],
    ['texts', ['a', 'b', 'c']],
    ['texts', 'a'],
    ['values', ['z']],
    ['numbers', []],
    ['numbers', '+12125550123'],
    ['numbers', Array.from({ length: 101 }, () => '+1')],
    ['map', { a: 1 }],
    ['map', []],
    ['map', { a: 'a', b: 'b', c: 'c' }],
    ['unknown', 1],
  ])('names %s for %j', async (name, value) => {
    expect(Object.keys(await faultsOf(OuterBody, { [name]: value }))[0]).toBe(name);
  });

  it('names invalid members of nested objects by their path', async () => {
    expect(Object.keys(await faultsOf(OuterBody, { inner: { port: 0 } }))).toEqual(['inner.port']);
    expect(Object.keys(await faultsOf(OuterBody, { many: [{ port: 1 }, { port: 1, more: 1 }] }))).toEqual([
      'many.1.more',
    ]);
  });

  it.each([[5], ['text'], [[]], [true]])('rejects the body %j', async (value) => {
    expect(Object.keys(await faultsOf(OuterBody, value))).toEqual(['body']);
  });

  it('accepts emoji, right-to-left marks, both bounds of a range, and null for a nullable member', async () => {
    const right = { text: '\u{1F600}\u{1F680}', lines: 'a\nb\u200f', cleared: null, integer: 10, e164: '+4930901820' };
    expect(await validated(OuterBody, right, 'body')).toMatchObject(right);
  });

  it.each(['\u200fAda', 'A\u200ed', '\u0645\u06cc\u200c\u062e', '\u{1f469}\u200d\u{1f467}', '\u2764\ufe0f a'])(
    'keeps the marks and joiners that a script needs: %j',
    async (text) => {
      expect(await validated(OuterBody, { text }, 'body')).toMatchObject({ text });
    },
  );

  it('trims surrounding line breaks where line breaks are allowed', async () => {
    expect(await validated(OuterBody, { lines: '\n a\nb\n' }, 'body')).toMatchObject({ lines: 'a\nb' });
  });

  it('normalizes text to trimmed NFC and email to lower case, and leaves secrets unchanged', async () => {
    const given = { text: ' cafe\u0301 ', email: ' Ada@Example.COM ', secret: '  spaces  ' };
    const kept = { text: 'caf\u00e9', email: 'ada@example.com', secret: '  spaces  ' };
    expect(await validated(OuterBody, given, 'body')).toMatchObject(kept);
  });

  it('normalizes internationalized email domains', async () => {
    for (const email of ['x@ex\u00e4mple.com', 'X@xn--exmple-cua.com'])
      expect(await validated(OuterBody, { email }, 'body')).toMatchObject({ email: 'x@xn--exmple-cua.com' });
  });

  it('converts query parameters to numbers, booleans and lists', async () => {
    const query = await validated(AQuery, { limit: '100', unrouted: 'true', status: 'active,released' }, 'query');
    expect(query).toMatchObject({ limit: 100, unrouted: true, status: ['active', 'released'] });
    expect(await validated(AQuery, {}, 'query')).toMatchObject({ limit: 25 });
  });

  it.each([
    ['limit', '101'],
    ['limit', '0'],
    ['limit', '1e1'],
    ['limit', ['1', '2']],
    ['unrouted', 'yes'],
    ['status', 'gone'],
    ['status', ''],
  ])('names the query parameter %s=%j', async (name, value) => {
    expect(Object.keys(await faultsOf(AQuery, { [name]: value }))).toEqual([name]);
  });
});
