import { compose } from '@trunkline/kernel';
import { everyMessage, SAMPLE_LINK as link, SAMPLE_TIME as at } from '../../testing/sample-messages';
import * as messages from './messages';

const every = Object.values(everyMessage('Ada', 'Engines'));

describe('mails', () => {
  it.each(every.map((message) => [message.subject, message] as const))('"%s" says the same twice', (_, message) => {
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
  });

  it('carry no markup of a name, and their link is a link', () => {
    const { html, text } = messages.magicLinkMessage('<img src=x onerror="a()">', link);
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=&quot;a()&quot;&gt;');
    expect(html).toContain('href="https://dashboard.example/page?token=a&amp;b"');
    expect(text).toContain(link);
  });

  it('say when in UTC', () => {
    expect(messages.passwordChangedMessage('Ada', at).text).toContain('2026-11-21 05:30 UTC');
  });

  it('leave out the action and the code that there are not', () => {
    const { html, text } = compose({ subject: 's', name: 'Ada', lines: ['one'], footer: 'end' });
    expect(text).toBe('Hello Ada,\n\none\n\nend\n');
    expect(html).not.toContain('<a ');
  });
});
