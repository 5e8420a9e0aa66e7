import { everyMessage, SAMPLE_LINK } from '@trunkline/identity/testing';
import { eventually } from '@trunkline/platform/testing';
import { MailServer } from '../support/mail-server';
import { readMail } from '../support/mime';
import { ProbeWorld } from '../support/probe-world';
import { WorkerProcess } from '../support/worker-process';

const HOSTILE = 'Engines\r\nBcc: eve@example.net\r\n\r\n<b>"&\' of 東京';
const every = Object.entries(everyMessage('Ada Łovelace 🚀 مرحبا', HOSTILE));
const FROM = 'Trunkline <no-reply@mail.example>';

describe('mails of identity, over SMTP', () => {
  let world: ProbeWorld;
  let server: MailServer;
  let worker: WorkerProcess;
  const received = new Map<string, string>();

  beforeAll(async () => {
    world = await ProbeWorld.open();
    server = new MailServer();
    const port = await server.open();
    worker = WorkerProcess.spawn({ ...world.env, SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: FROM });
    await worker.started();
    for (const [name, message] of every) {
      await world.mails.send({ ...message, accountId: 'acc_1', to: `${name}@example.org`, key: name });
    }
    await eventually(() => expect(server.received).toHaveLength(every.length));
    for (const raw of server.received) received.set(readMail(raw).headers['to'] ?? '', raw);
  });
  afterAll(async () => {
    await worker.kill();
    await server.close();
    await world.close();
  });

  it.each(every)('arrive unchanged, with subject, text, HTML and link: %s', (name, message) => {
    const mail = readMail(received.get(`${name}@example.org`) ?? '');
    const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
    expect(oneLine(mail.headers['subject'] ?? '')).toBe(oneLine(message.subject));
    expect(mail.text.trimEnd()).toBe(message.text.replaceAll('\r\n', '\n').trimEnd());
    expect(mail.html.trimEnd()).toBe(message.html.replaceAll('\r\n', '\n').trimEnd());
    expect(mail.html).not.toContain('<b>');
    const hasLink = message.text.includes(SAMPLE_LINK);
    expect(mail.text.includes(SAMPLE_LINK)).toBe(hasLink);
    expect(mail.html.includes(`href="${SAMPLE_LINK.replace('&', '&amp;')}"`)).toBe(hasLink);
  });

  it.each(every)('have one sender, one recipient and a unique Message-ID, whatever names they contain: %s', (name) => {
    const { headers } = readMail(received.get(`${name}@example.org`) ?? '');
    expect(headers).toMatchObject({
      from: FROM,
      to: `${name}@example.org`,
      'message-id': expect.stringMatching(/^<mail_\w+@mail\.example>$/),
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
      date: expect.stringMatching(/\d{4} \d\d:\d\d:\d\d \+0000$/),
    });
    expect(headers['bcc']).toBeUndefined();
  });

  it('have distinct Message-IDs', () => {
    expect(new Set(server.ids).size).toBe(every.length);
  });
});
