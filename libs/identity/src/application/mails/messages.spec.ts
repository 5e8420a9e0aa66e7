import { compose } from '@trunkline/kernel';
import { everyMessage, SAMPLE_LINK as link, SAMPLE_TIME as at } from '../../testing/sample-messages';
import * as messages from './messages';

const every = Object.values(everyMessage('Ada', 'Engines'));

describe('mails', () => {
  it.each(every.map((message) => [message.subject, message] as const))(
    'have the same content as text and HTML: %s',
    (_, message) => {
      const words = (text: string) =>
        text
          .replace(/<head>.*<\/head>/s, '')
          .replace(/<[^>]+>/g, ' ')
          .replace(/&#39;|&quot;|&amp;|[\s":]/g, '')
          .replace(/["'&]|https\S+b/g, '');
      const plain = words(message.text.replace(/https:\S+/g, ''));
      expect(words(message.html)).toBe(plain);
      expect(message.subject).not.toMatch(/[\r\n]/);
      expect(new Set(every.map(({ subject }) => subject)).size).toBe(every.length);
    },
  );

  it('escape markup in names, and contain a working link', () => {
    const { html, text } = messages.magicLinkMessage('<img src=x onerror="a()">', link);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;');
    expect(html).toContain('href="https://dashboard.example/page?token=a&amp;b"');
    expect(text).toContain(link);
  });

  it.each([
    ['http://evil.example/login', 'Booking.com'],
    ['Ada www.evil.example', 'https://booking.com'],
    ['ada@evil.example', 'BOOKING.COM'],
    ['evil。example', '203.0.113.7'],
  ])('keep the names %s and %s out of the subject and unlinked', (name, accountName) => {
    for (const { subject, text, html } of Object.values(everyMessage(name, accountName))) {
      expect(subject).not.toMatch(/evil|booking|203/i);
      for (const body of [text, html]) {
        expect(body).not.toContain(name);
        expect(body.replaceAll('from 203.0.113.7', '')).not.toContain(accountName);
        expect(body).not.toMatch(/evil[.。]example|booking\.com|http:/i);
      }
    }
  });

  it('keep names readable', () => {
    const words = { accountName: 'Booking.com', inviterName: 'J.R.R. Tolkien, St. Mary', role: 'admin' } as const;
    expect(messages.invitationMessage(words, link).text).toContain(
      'J.R.R. Tolkien, St. Mary invites you to join Booking[.]com as an admin.',
    );
  });

  it.each([
    ['owner', 'an owner'],
    ['billing', 'a billing member'],
    ['member', 'a member'],
    ['read_only', 'a read-only member'],
  ] as const)('name the role %s as %s', (role, name) => {
    const words = { accountName: 'Looms', inviterName: 'Ada', role };
    expect(messages.invitationMessage(words, link).text).toContain(`Ada invites you to join Looms as ${name}.`);
  });

  it('name at most ten disconnected applications', () => {
    const named = (count: number) => {
      const apps = Array.from({ length: count }, (_, n) => `App ${n + 1}`);
      return messages.passwordChangedMessage('Ada', at, apps).text.replace(/\s+/g, ' ');
    };
    expect(named(0)).not.toContain('disconnected');
    expect(named(10)).toContain('App 9, App 10. Connect');
    expect(named(11)).toContain('App 9, App 10 and 1 more. Connect');
  });

  it('state times in UTC', () => {
    expect(messages.passwordChangedMessage('Ada', at).text).toContain('2026-11-21 05:30 UTC');
  });

  it.each([
    ['user', 'from unrecognized devices'],
    ['device', 'trusted devices'],
    ['session', 'sessions'],
    ['keys', 'API keys'],
  ] as const)('state what a lockout of %s locks, and until when', (lock, words) => {
    const { text } = messages.passwordLockedMessage('Ada', lock, at);
    expect(text).toContain(words);
    expect(text).toContain('2026-11-21 05:30 UTC');
  });

  it('omit absent actions and codes', () => {
    const { html, text } = compose({ subject: 's', name: 'Ada', lines: ['one'], footer: 'end' });
    expect(text).toBe('Hello Ada,\n\none\n\nend\n');
    expect(html).not.toContain('<a ');
  });
});
