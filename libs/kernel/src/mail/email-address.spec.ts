import { emailAddress } from './email-address';

const UNSEEN = [
  0x00, 0x09, 0x0a, 0x0d, 0x20, 0x7f, 0x85, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180b, 0x180e, 0x2000, 0x200b,
  0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f, 0x2800, 0x3000, 0x3164,
  0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0020, 0xe0100,
].map((code): [string, string] => [`U+${code.toString(16).toUpperCase()}`, String.fromCodePoint(code)]);

describe('An email address', () => {
  it.each(UNSEEN)('is invalid with %s in any position', (_name, unseen) => {
    const spellings = [
      `a${unseen}da@example.com`,
      `ada${unseen}@example.com`,
      `ada@${unseen}example.com`,
      `ada@exa${unseen}mple.com`,
      `ada@example${unseen}.com`,
      `ada@example.c${unseen}om`,
    ];
    for (const spelling of spellings) expect(emailAddress(spelling)).toBeNull();
  });

  it.each(UNSEEN.filter(([, unseen]) => unseen !== ' '))('is invalid with %s around it', (_name, unseen) => {
    expect(emailAddress(`ada@example.com${unseen}`)).toBeNull();
    expect(emailAddress(`${unseen}ada@example.com`)).toBeNull();
  });

  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada@example.com ', 'ada@example.com'],
    ["o'neil+tag@example.com", "o'neil+tag@example.com"],
    ['x@ex\u00e4mple.com', 'x@xn--exmple-cua.com'],
    ['x@exa\u0308mple.com', 'x@xn--exmple-cua.com'],
    ['x@XN--EXMPLE-CUA.com', 'x@xn--exmple-cua.com'],
    ['x@\uff45xample\u3002com', 'x@example.com'],
    ['x@\u4f8b\u3048.\u30c6\u30b9\u30c8', 'x@xn--r8jz45g.xn--zckzah'],
    [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
  ])('is normalized: %s is kept as %s', (given, kept) => {
    expect(emailAddress(given)).toBe(kept);
    expect(emailAddress(kept)).toBe(kept);
  });

  it.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'ada@example.com.',
    'ada@.example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@exa_mple.com',
    'ada@ex%61mple.com',
    'ada@example.com:25',
    'ada@example.com/x',
    'ada@example.com\uff0fx',
    'ada@[192.0.2.1]',
    'ada@192.0.2.1',
    'ada@127.1',
    'ada@xn--a.com',
    'ada@xn---.com',
    'ada@xn--a-.de',
    'ada@xn--mnchen-3ya.xn--a.de',
    'ada@lovelace@example.com',
    'ada\uff20example.com',
    'a..da@example.com',
    '.ada@example.com',
    'ada.@example.com',
    '"ada"@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,eve@example.com',
    '\u00e4da@example.com',
    '\u{1f600}@example.com',
    `${'x'.repeat(65)}@example.com`,
    `ada@${'x'.repeat(64)}.com`,
    `${'x'.repeat(64)}@${'x'.repeat(62)}.${'x'.repeat(62)}.${'x'.repeat(62)}.com`,
  ])('is not %p', (text) => {
    expect(emailAddress(text)).toBeNull();
  });
});
