import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@trunkline/platform/testing';
import { MailServer } from '../support/mail-server';
import { ProbeWorld } from '../support/probe-world';
import { WorkerProcess } from '../support/worker-process';

const LINK = 'https://app.example.com/verify-email?token=tok-en_123';

const request = (key: string) => ({
  accountId: 'acc_1',
  to: 'ada@example.org',
  subject: 'Verify your email address',
  text: `Follow ${LINK} to go on.`,
  html: `<a href="${LINK}">Go on</a>`,
  key,
});

describe('mail', () => {
  let world: ProbeWorld;
  const ends: (() => unknown)[] = [];

  const start = async (more: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> => {
    const worker = WorkerProcess.spawn({ ...world.env, ...more });
    ends.push(() => worker.kill());
    await worker.started();
    return worker;
  };
  const statuses = async (): Promise<string[]> =>
    (await world.db.query<{ status: string }>(`SELECT status FROM platform.mails`)).map(({ status }) => status);

  beforeEach(async () => {
    world = await ProbeWorld.open();
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await world.close();
  });

  it('is written to a file and its link logged without a mail server', async () => {
    const worker = await start();
    await world.mails.send(request('first'));
    const folder = join(world.env.DATA_DIR, 'mail');
    const file = await eventually(() => {
      const [found] = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
      if (!found) throw new Error('no mail yet');
      return found;
    });
    expect(file).toMatch(/^\d{8}T\d{6}Z-verify-your-email-address-[0-9a-f]{6}\.eml$/);
    const raw = readFileSync(join(folder, file), 'utf8');
    expect(raw).toContain('ada@example.org');
    await eventually(async () => expect(await statuses()).toEqual(['sent']));
    await eventually(() => expect(worker.lines.some((line) => line.includes(LINK))).toBe(true));
    expect(worker.lines.some((line) => line.includes('ada@example.org'))).toBe(false);
  });

  it('goes to the mail server; neither its link nor its address is logged', async () => {
    const server = new MailServer();
    const port = await server.open();
    ends.push(() => server.close());
    const worker = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await world.mails.send(request('first'));
    await eventually(() => expect(server.received).toHaveLength(1));
    await eventually(async () => expect(await statuses()).toEqual(['sent']));
    expect(existsSync(join(world.env.DATA_DIR, 'mail'))).toBe(false);
    expect(await worker.signal('SIGTERM')).toBe(0);
    const said = worker.lines.join('\n') + worker.errors;
    expect(said).not.toContain('tok-en_123');
    expect(said).not.toContain('ada@example.org');
  });

  it.each(['rejects all connections', 'is down'])(
    'waits while its server %s, without delaying other events',
    async (how) => {
      const server = new MailServer();
      server.away = how !== 'is down';
      const port = await server.open();
      if (how === 'is down') await server.close();
      ends.push(() => server.close());
      const worker = WorkerProcess.probe({ ...world.env, SMTP_URL: `smtp://127.0.0.1:${port}` });
      ends.push(() => worker.kill());
      await worker.started();
      for (const key of ['first', 'second', 'third']) await world.mails.send(request(key));
      await eventually(() => expect(worker.lines.join()).toContain('will be retried'));
      await world.publish(5);
      await eventually(async () => expect(await world.effects()).toHaveLength(5));
      expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting']);
      if (how === 'is down') await server.open(port);
      server.away = false;
      await eventually(async () => expect(await statuses()).toEqual(['sent', 'sent', 'sent']));
      expect(server.received).toHaveLength(3);
      expect(new Set(server.ids).size).toBe(3);
    },
  );

  it('that is permanently refused is abandoned, and delays no other', async () => {
    const server = new MailServer();
    server.unknown = 'gone@example.org';
    const port = await server.open();
    ends.push(() => server.close());
    const worker = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await world.mails.send({ ...request('first'), to: 'gone@example.org' });
    await world.mails.send(request('second'));
    await eventually(async () => expect((await statuses()).sort()).toEqual(['refused', 'sent']));
    expect(server.received).toHaveLength(1);
    expect(worker.lines.join('\n')).toContain('a mail was refused');
    expect(worker.lines.join('\n')).not.toContain('gone@example.org');
  });

  it('that is being sent is completed by a stopping worker', async () => {
    const server = new MailServer();
    server.stalled = true;
    const port = await server.open();
    ends.push(() => server.close());
    const worker = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await world.mails.send(request('first'));
    await eventually(() => expect(server.received).toHaveLength(1));
    const ended = worker.signal('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 700));
    server.release();
    expect(await ended).toBe(0);
    expect(await statuses()).toEqual(['sent']);
    expect(worker.errors).toBe('');
  });

  it('of a killed worker is sent again with the same Message-ID', async () => {
    const server = new MailServer();
    server.stalled = true;
    const port = await server.open();
    ends.push(() => server.close());
    const first = await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await world.mails.send(request('first'));
    await eventually(() => expect(server.received).toHaveLength(1));
    await first.kill();
    await world.loseClaims();
    server.stalled = false;
    await start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    await eventually(async () => expect(await statuses()).toEqual(['sent']));
    expect(server.received).toHaveLength(2);
    expect(new Set(server.ids).size).toBe(1);
  });
});
