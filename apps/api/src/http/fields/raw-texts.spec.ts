import { field } from './fields';
import { validated } from './validation';
import { isWithin, rule, TextConversion } from './raw-texts';

const read = { converted: [] as string[], checked: [] as string[] };

class ABody {
  @TextConversion((text) => {
    read.converted.push(text);
    return text;
  }, 5)
  @field(
    { description: 'A text.' },
    { type: 'string' },
    rule({ name: 'any', accepts: (value) => read.checked.push(String(value)) > 0, message: 'is wrong', max: 5 }),
  )
  text: string;
}

const isAccepted = (text: string) =>
  validated(ABody, { text }, 'body').then(
    () => true,
    () => false,
  );

describe('a raw text', () => {
  beforeEach(() => Object.assign(read, { converted: [], checked: [] }));

  it.each(['', 'abcde', '\u{1F600}'.repeat(5)])('of at most the limit is converted and checked: %j', async (text) => {
    expect(await isAccepted(text)).toBe(true);
    expect(read).toEqual({ converted: [text], checked: [text] });
  });

  it.each(['abcdef', '\u{1F600}'.repeat(6), 'a'.repeat(250_000)])(
    'beyond the limit is rejected unread: %#',
    async (text) => {
      expect(await isAccepted(text)).toBe(false);
      expect(read).toEqual({ converted: [], checked: [] });
    },
  );

  it('is measured in code points', () => {
    expect(isWithin('\u{1F600}\u{1F600}', 2)).toBe(true);
    expect(isWithin('\u{1F600}\u{1F600}', 1)).toBe(false);
    expect(isWithin('', 0)).toBe(true);
  });
});
