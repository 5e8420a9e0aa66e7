import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { RecordingLog } from '../testing';
import { FolderMailer } from './folder-mailer';
import { type MailMessage, MailRefused, type Mailer, messageId } from './mailer';
import { SmtpMailer } from './smtp-mailer';

const FROM = 'Trunkline <no-reply@example.com>';

/** What arrives, and how the server answers. */
class Postbox {
  readonly received: { readonly to: string[]; readonly raw: string }[] = [];
  refusal: { readonly at: 'sender' | 'recipient' | 'data'; readonly code: number } | null = null;
  /** Whether the server takes addresses that are not ASCII (RFC 6531). */
  speaksUtf8 = true;
  /** Cuts the connection once it has the message, in place of an answer. */
  cutsOff = false;
  private readonly sockets = new Set<Socket>();
  private server: SMTPServer | null = null;

  async open(port = 0): Promise<number> {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      hideSMTPUTF8: !this.speaksUtf8,
      onMailFrom: (_address, _session, done) => done(this.errorAt('sender')),
      onAuth: (_auth, _session, done) => done(new Error('wrong password')),
      onRcptTo: (_address, _session, done) => done(this.errorAt('recipient')),
      onData: (stream, session, done) => {
        let raw = '';
        stream.setEncoding('utf8').on('data', (text: string) => (raw += text));
        stream.on('end', () => {
          const error = this.errorAt('data');
          if (!error) this.received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
          if (this.cutsOff) this.cut();
          else done(error);
        });
      },
    });
    this.server.on('error', () => undefined);
    const listening = this.server.listen(port, '127.0.0.1');
    listening.on('connection', (socket) => this.sockets.add(socket));
    await once(listening, 'listening');
    return (listening.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve()));
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private errorAt(at: 'sender' | 'recipient' | 'data'): Error | null {
    if (this.refusal?.at !== at) return null;
    return Object.assign(new Error('refused'), { responseCode: this.refusal.code });
  }
}

const message = (over: Partial<MailMessage> = {}): MailMessage => ({
  id: 'mail_0123456789abcdef',
  to: 'ada@example.org',
  subject: 'Verify your address – grüße',
  text: 'Follow https://app.example.com/verify-email?token=abc-123_x to go on.',
  html: '<p>Follow <a href="https://app.example.com/verify-email?token=abc-123_x">this</a>.</p>',
  date: new Date('2026-03-01T10:20:30Z'),
  ...over,
});

interface Sent {
  readonly raw: string;
}

interface Subject {
  readonly name: string;
  readonly open: () => Promise<{ mailer: Mailer; sent: () => Sent[]; close: () => Promise<void> }>;
}

const subjects: Subject[] = [
  {
    name: 'SmtpMailer',
    open: async () => {
      const postbox = new Postbox();
      const port = await postbox.open();
      const mailer = new SmtpMailer(`smtp://127.0.0.1:${port}`, FROM);
      const close = async (): Promise<void> => {
        mailer.close();
        await postbox.close();
      };
      return { mailer, sent: () => postbox.received, close };
    },
  },
  {
    name: 'FolderMailer',
    open: async () => {
      const dir = mkdtempSync(join(tmpdir(), 'trunkline-mail-'));
      const mailer = new FolderMailer(join(dir, 'mail'), FROM, new RecordingLog());
      const sent = (): Sent[] =>
        readdirSync(join(dir, 'mail')).map((file) => ({ raw: readFileSync(join(dir, 'mail', file), 'utf8') }));
      return { mailer, sent, close: async () => rmSync(dir, { recursive: true }) };
    },
  },
];

describe.each(subjects)('a mailer: $name', ({ open }) => {
  let subject: Awaited<ReturnType<Subject['open']>>;

  beforeEach(async () => {
    subject = await open();
  });
  afterEach(() => subject.close());

  it('attaches the file of a mail', async () => {
    const base64 = Buffer.from('%PDF-1.3 content').toString('base64');
    await subject.mailer.send(message({ attachment: { fileName: 'invoice-1.pdf', type: 'application/pdf', base64 } }));
    const raw = subject.sent()[0]?.raw ?? '';
    expect(raw).toMatch(/Content-Type: application\/pdf; name=invoice-1\.pdf/);
    expect(raw).toContain('Content-Disposition: attachment; filename=invoice-1.pdf');
    expect(raw).toContain(base64);
  });

  it('sends the mail with its addresses, subject, date, text and HTML', async () => {
    await subject.mailer.send(message());
    const raw = subject.sent()[0]?.raw ?? '';
    expect(raw).toMatch(/^From: Trunkline <no-reply@example\.com>\r?$/m);
    expect(raw).toMatch(/^To: (<)?ada@example\.org(>)?\r?$/m);
    expect(raw).toMatch(/^Date: Sun, 01 Mar 2026 10:20:30 \+0000\r?$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw.replaceAll(/=\r?\n/g, '')).toContain('token=3Dabc-123_x');
  });

  it('uses the same Message-ID for every attempt of a mail, and distinct ones for distinct mails', async () => {
    await subject.mailer.send(message());
    await subject.mailer.send(message({ id: 'mail_another0000' }));
    const ids = subject.sent().map(({ raw }) => /^Message-ID: (.*?)\r?$/im.exec(raw)?.[1]);
    expect(ids.sort()).toEqual(['<mail_0123456789abcdef@example.com>', '<mail_another0000@example.com>']);
  });

  it('sends to exactly one address, with a subject of one line', async () => {
    await subject.mailer.send(message({ to: 'a,b@example.org', subject: 'One\r\nBcc: eve@example.net' }));
    const raw = subject.sent()[0]?.raw ?? '';
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(raw.match(/^To:/gm)).toHaveLength(1);
  });

  it('reports that mails can be sent', async () => {
    await expect(subject.mailer.check()).resolves.toBeUndefined();
  });
});

describe('the mailer to a folder', () => {
  let dir: string;
  const log = new RecordingLog();

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'trunkline-mail-'));
    log.lines.splice(0);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('names a file by time and subject, restricts it to its owner, and logs the link', async () => {
    await new FolderMailer(dir, FROM, log).send(message());
    const [file = ''] = readdirSync(dir);
    expect(file).toBe('20260301T102030Z-verify-your-address-gru-e-abcdef.eml');
    expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
    expect(log.lines[0]?.fields).toEqual({
      mailId: 'mail_0123456789abcdef',
      file: join(dir, file),
      link: 'https://app.example.com/verify-email?token=abc-123_x',
    });
  });

  it('replaces the file when a mail is sent again', async () => {
    const mailer = new FolderMailer(dir, FROM, log);
    await mailer.send(message());
    await mailer.send(message());
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it('leaves nothing in the folder when it is checked', async () => {
    await new FolderMailer(dir, FROM, log).check();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('writes only into the folder, for any subject', async () => {
    await new FolderMailer(dir, FROM, log).send(message({ subject: '../../etc/passwd' }));
    await new FolderMailer(dir, FROM, log).send(message({ subject: '🙂', id: 'mail_ffffff' }));
    expect(readdirSync(dir).sort()).toEqual([
      '20260301T102030Z-etc-passwd-abcdef.eml',
      '20260301T102030Z-mail-ffffff.eml',
    ]);
  });
});

describe('the mailer over SMTP', () => {
  const postbox = new Postbox();
  let mailer: SmtpMailer;
  let port: number;

  beforeEach(async () => {
    postbox.refusal = null;
    postbox.received.splice(0);
    port = await postbox.open();
    mailer = new SmtpMailer(`smtp://127.0.0.1:${port}`, FROM);
  });
  afterEach(async () => {
    mailer.close();
    await postbox.close();
  });

  it('addresses the envelope to the one recipient', async () => {
    await mailer.send(message());
    expect(postbox.received.map(({ to }) => to)).toEqual([['ada@example.org']]);
  });

  it.each([
    ['recipient', 550],
    ['data', 554],
  ] as const)('recognizes a mail that is refused permanently at its %s (%i)', async (at, code) => {
    postbox.refusal = { at, code };
    await expect(mailer.send(message())).rejects.toBeInstanceOf(MailRefused);
  });

  it.each([
    ['recipient', 450],
    ['data', 451],
  ] as const)('tells a refusal that will pass at its %s (%i) as one to try again', async (at, code) => {
    postbox.refusal = { at, code };
    const error: unknown = await mailer.send(message()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it('retries when the server refuses the sender address, which the operator can correct', async () => {
    postbox.refusal = { at: 'sender', code: 550 };
    const error: unknown = await mailer.send(message()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
  });

  it('does not repeat a mail after a cut connection but reports it to the outbox', async () => {
    postbox.cutsOff = true;
    await expect(mailer.send(message())).rejects.not.toBeInstanceOf(MailRefused);
    postbox.cutsOff = false;
    await pause(500);
    expect(postbox.received).toHaveLength(1);
  });

  it('sends to addresses in any script if the server supports it (RFC 6531)', async () => {
    await mailer.send(message({ to: 'jörg@grüße.example' }));
    await mailer.send(message({ to: 'ada@grüße.example' }));
    expect(postbox.received.map(({ to }) => to)).toEqual([['jörg@grüße.example'], ['ada@grüße.example']]);
    expect(postbox.received[1]?.raw).toMatch(/^To: (<)?ada@xn--gre-6ka8l\.example(>)?\r?$/m);
  });

  it.each(['ada@example.org\r\nBcc: eve@example.net', 'ada@example.org>\r\nRCPT TO:<eve@example.net'])(
    'sends no SMTP command from an address: %j',
    async (to) => {
      await mailer.send(message({ to })).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
      expect(postbox.received.flatMap(({ to: recipients }) => recipients)).not.toContain('eve@example.net');
      expect(postbox.received.map(({ raw }) => raw).join('\n')).not.toMatch(/^Bcc:/m);
    },
  );

  it('retries when the server refuses the credentials', async () => {
    const wrong = new SmtpMailer(`smtp://user:wrong@127.0.0.1:${port}`, FROM);
    const error: unknown = await wrong.send(message()).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(MailRefused);
    wrong.close();
  });

  it('rejects while the server is unavailable and sends once it is back', async () => {
    await postbox.close();
    await expect(mailer.send(message())).rejects.toThrow('ECONNREFUSED');
    await expect(mailer.check()).rejects.toThrow();
    await postbox.open(port);
    await mailer.send(message());
    expect(postbox.received).toHaveLength(1);
  });
});

describe('a Message-ID', () => {
  it.each([
    ['Trunkline <no-reply@example.com>', '<mail_1@example.com>'],
    ['no-reply@example.com', '<mail_1@example.com>'],
    ['nonsense', '<mail_1@localhost>'],
  ])('is in the domain of %s', (from, expected) => {
    expect(messageId('mail_1', from)).toBe(expected);
  });
});
