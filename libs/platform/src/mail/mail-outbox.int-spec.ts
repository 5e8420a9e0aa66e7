import type { OutgoingMail } from '@trunkline/kernel';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox } from '../security/crypto-box';
import { Metrics } from '../observability/metrics';
import { OutboxEventBus } from '../events/outbox';
import { type FaultKind, SandboxFaults } from '../sandbox/sandbox-faults';
import { RecordingLog, type TestDatabase, testDatabase } from '../testing';
import { FaultyMailer } from '../sandbox/faulty-mailer';
import { MailOutbox } from './mail-outbox';
import { type MailMessage, MailRefused, type Mailer } from './mailer';
import { SendMail } from './send-mail';

class RecordingMailer implements Mailer {
  readonly sent: MailMessage[] = [];
  failure: Error | null = null;

  send(message: MailMessage): Promise<void> {
    if (this.failure) return Promise.reject(this.failure);
    this.sent.push(message);
    return Promise.resolve();
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    this.sent.splice(0);
  }
}

const request = (over: Partial<OutgoingMail> = {}): OutgoingMail => ({
  accountId: 'acc_1',
  to: 'ada@example.org',
  subject: 'Verify',
  text: 'https://app.example.com/verify-email?token=secret',
  html: '<p>token=secret</p>',
  key: 'verify:tok_1',
  ...over,
});

describe('the mail outbox', () => {
  let test: TestDatabase;
  let mails: MailOutbox;
  let mailer: RecordingMailer;
  let sendMail: SendMail;
  const log = new RecordingLog();
  const clock = new TestClock();

  beforeAll(async () => {
    test = await testDatabase([]);
    const box = new CryptoBox([{ id: 'k', secret: Buffer.alloc(32, 5) }]);
    mails = new MailOutbox(test.db, test.db, new OutboxEventBus(test.db, clock), box, clock);
  });
  beforeEach(async () => {
    await test.db.query(`DELETE FROM platform.outbox`);
    await test.db.query(`DELETE FROM platform.mails`);
    mailer = new RecordingMailer();
    log.lines.splice(0);
    sendMail = new SendMail(mails, mailer, new Metrics('test'), log);
  });
  afterAll(() => test.close());

  const rows = () =>
    test.db.query<{ id: string; status: string; letter_sealed: string | null }>(`SELECT * FROM platform.mails`);
  const events = () => test.db.query<{ type: string; data: { mail_id: string } }>(`SELECT * FROM platform.outbox`);
  const write = async (over: Partial<OutgoingMail> = {}): Promise<string> => {
    await mails.send(request(over));
    return (await events()).at(-1)?.data.mail_id ?? '';
  };

  it('stores the mail and its event, or neither', async () => {
    const undone = test.db.run(async () => {
      await mails.send(request());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await rows(), await events()]).toEqual([[], []]);
    const id = await write();
    expect(await rows()).toMatchObject([{ id, account_id: 'acc_1', status: 'waiting', created_at: clock.now() }]);
    expect(await events()).toMatchObject([{ type: 'mail.requested', account_id: 'acc_1', data: { mail_id: id } }]);
  });

  it('encrypts the address and the content of the mail', async () => {
    await write();
    const stored = JSON.stringify(await test.db.query(`SELECT to_jsonb(m) FROM platform.mails AS m`));
    for (const word of ['ada', 'example.org', 'Verify', 'secret']) expect(stored).not.toContain(word);
  });

  it('stores one mail per key of an account', async () => {
    await write();
    await mails.send(request({ subject: 'Another', to: 'eve@example.org' }));
    expect([await rows(), await events()]).toEqual([
      [expect.objectContaining({ status: 'waiting' })],
      [expect.objectContaining({ type: 'mail.requested' })],
    ]);
    await mails.send(request({ accountId: 'acc_2' }));
    await mails.send(request({ key: 'verify:tok_2' }));
    expect(await rows()).toHaveLength(3);
  });

  it('sends a mail once, then erases its content', async () => {
    const id = await write();
    await sendMail.send(id);
    await sendMail.send(id);
    expect(mailer.sent).toEqual([
      {
        id,
        to: 'ada@example.org',
        subject: 'Verify',
        text: 'https://app.example.com/verify-email?token=secret',
        html: '<p>token=secret</p>',
        date: clock.now(),
      },
    ]);
    expect(await rows()).toMatchObject([{ status: 'sent', letter_sealed: null, ended_at: clock.now() }]);
  });

  it('keeps a mail that could not be sent, and rejects', async () => {
    const id = await write();
    mailer.failure = new Error('away');
    await expect(sendMail.send(id)).rejects.toThrow('away');
    expect(await rows()).toMatchObject([{ status: 'waiting' }]);
    mailer.failure = null;
    await sendMail.send(id);
    expect(mailer.sent).toHaveLength(1);
  });

  it('does not retry a permanently refused mail', async () => {
    const id = await write();
    mailer.failure = new MailRefused('no such mailbox');
    await sendMail.send(id);
    mailer.failure = null;
    await sendMail.send(id);
    expect(mailer.sent).toEqual([]);
    expect(await rows()).toMatchObject([{ status: 'refused', letter_sealed: null }]);
    expect(log.lines).toMatchObject([
      { level: 'warn', message: 'a mail was refused permanently', fields: { mailId: id } },
    ]);
  });

  it('sends nothing for an unknown id', async () => {
    await sendMail.send('mail_unknown');
    expect(mailer.sent).toEqual([]);
  });

  it('does not decrypt content that was moved to another mail', async () => {
    const [first, second] = [await write(), await write({ key: 'other' })];
    await test.db.query(
      `UPDATE platform.mails SET letter_sealed = (SELECT letter_sealed FROM platform.mails WHERE id = $1) WHERE id = $2`,
      [first, second],
    );
    await expect(mails.find(second)).rejects.toThrow();
  });

  describe('with faults that an operator scripted', () => {
    const SLOW_MS = 80;
    let faults: SandboxFaults;
    let id: string;

    beforeEach(async () => {
      faults = new SandboxFaults(test.db, clock);
      sendMail = new SendMail(mails, new FaultyMailer(mailer, faults, SLOW_MS), new Metrics('test'), log);
      id = await write();
    });
    const sendWith = async (kind: FaultKind) => {
      await faults.script({ target: 'mail', point: 'request', kind, times: 1 });
      return sendMail.send(id);
    };
    const sentIds = () => mailer.sent.map((message) => message.id);

    it('sends after a delay for `slow`', async () => {
      const started = performance.now();
      await sendWith('slow');
      // Timers count whole milliseconds and may be one early.
      expect(performance.now() - started).toBeGreaterThan(SLOW_MS - 2);
      expect(sentIds()).toEqual([id]);
    });

    it('sends twice under one Message-ID for `duplicate`, and completes the mail once', async () => {
      await sendWith('duplicate');
      expect(sentIds()).toEqual([id, id]);
      expect(await rows()).toMatchObject([{ status: 'sent' }]);
    });

    it.each([
      ['error', 'nothing', 1],
      ['timeout', 'the message, without an answer,', 2],
    ] as const)(
      'meets `%s`, sends %s and keeps the mail, which the next attempt sends',
      async (kind, _what, messages) => {
        await expect(sendWith(kind)).rejects.toThrow('Injected fault');
        expect(await rows()).toMatchObject([{ status: 'waiting' }]);
        await sendMail.send(id);
        expect(sentIds()).toEqual(Array(messages).fill(id));
        expect(await rows()).toMatchObject([{ status: 'sent' }]);
      },
    );
  });
});
