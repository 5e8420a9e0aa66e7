import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose, unlinked } from './message';

const TOKENS = join(import.meta.dirname, '../../../../apps/dashboard/src/start/tokens.css');

describe('a name in a mail', () => {
  it.each([
    ['Booking.com', 'Booking[.]com'],
    ['www.evil.co.uk', 'www[.]evil[.]co[.]uk'],
    ['https://evil.example/a?b', 'https[:]//evil[.]example/a?b'],
    ['http://localhost', 'http[:]//localhost'],
    ['ada@evil.example', 'ada@evil[.]example'],
    ['203.0.113.7', '203[.]0[.]113[.]7'],
    ['[2001:db8::1]', '[2001[:]db8[:][:]1]'],
    ['пример.рф', 'пример[.]рф'],
    ['evil。example', 'evil[。]example'],
    ['evil\u200b.example', 'evil\u200b[.]example'],
  ])('contains no link: %s becomes %s', (name, written) => {
    expect(unlinked(name)).toBe(written);
  });

  it.each([
    'Ada Lovelace',
    'J.R.R. Tolkien',
    'St. Mary',
    'Acme Inc.',
    'Acme Inc., London',
    'U.S.A',
    'Ratio 1 : 2',
    '...',
  ])('is unchanged when it contains no link: %s', (name) => {
    expect(unlinked(name)).toBe(name);
  });

  it('is not a link in the greeting of any mail', () => {
    const { text, html } = compose({ subject: 's', name: 'evil.example', lines: [], footer: 'f' });
    expect(text).toContain('Hello evil[.]example,');
    expect(html).toContain('<p>Hello evil[.]example,</p>');
  });
});

describe('the action of a mail', () => {
  it('is a button in the accent of the dashboard', () => {
    const action = { label: 'Verify', link: 'https://app.example/verify' };
    const { html } = compose({ subject: 's', name: 'Ada', lines: [], action, footer: 'f' });
    const [, accent] = /--accent: (#[0-9a-f]{6});/.exec(readFileSync(TOKENS, 'utf8')) ?? [];
    expect(html).toContain(`background:${accent};color:#fff" href="https://app.example/verify">Verify<`);
  });
});
