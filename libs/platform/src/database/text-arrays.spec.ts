import { types } from 'pg';
import { parseTextArray } from './column-parsers';

const VARCHAR_ARRAY: number = 1015;
/** The driver's parser for `varchar[]`, which Trunkline does not replace; it reads `text[]` alike. */
const driverParser = types.getTypeParser(VARCHAR_ARRAY);

describe('parseTextArray', () => {
  it.each([
    ['{}', []],
    ['{voice}', ['voice']],
    ['{voice,sms}', ['voice', 'sms']],
    ['{numbers:read,10.0.0.0/8,grüße}', ['numbers:read', '10.0.0.0/8', 'grüße']],
    ['{NULLED,annul}', ['NULLED', 'annul']],
  ])('parses %s as the driver does', (text, expected) => {
    expect(parseTextArray(text)).toEqual(expected);
    expect(driverParser(text)).toEqual(expected);
  });

  it.each([
    '{"a b"}',
    '{"",a}',
    '{"a\\"b"}',
    '{"a\\\\b"}',
    '{"a,b"}',
    '{NULL}',
    '{a,NULL}',
    '{{a},{b}}',
    '[2:3]={a,b}',
  ])('returns null for %s, which the driver parses', (text) => {
    expect(parseTextArray(text)).toBeNull();
  });
});
