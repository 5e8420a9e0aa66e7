import { createServer, type Server } from 'node:http';
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CardProcessor } from '@trunkline/billing-ledger';
import type { FindDeckLosses } from '@trunkline/cdr';
import type { CheckUploads } from '@trunkline/compliance';
import { CallConnectors, type ConnectionFaults, type Suppliers } from '@trunkline/numbering';
import { TestClock } from '@trunkline/kernel/testing';
import { CryptoBox, type Mailer, type MailOutbox, type RedisConnection, type Settings } from '@trunkline/platform';
import type { SwitchCommands, SwitchStates } from '@trunkline/voice-routing';
import { type Check, type DoctorRequest, READ_ONLY } from './check';
import { Doctor } from './doctor';
import { BackupsCheck, CallPricesCheck, PricesCheck, SecretsCheck } from './local-checks';
import { DocumentsCheck, MailCheck, RedisCheck } from './infrastructure-checks';
import { AlarmsCheck } from './alarms-check';
import { CarriersCheck } from './carriers-check';
import { loginResult } from './database-check';
import { NO_CLIENT, PROBE_HEADER, probeHeaders, seenOf } from './forwarding';
import { ProcessesCheck } from './processes-check';
import { PublicUrlCheck } from './public-url-check';
import { SwitchesCheck } from './switches-check';
import { CardsCheck, SuppliersCheck } from './third-party-checks';

const USED: DoctorRequest = { changes: true, mailTo: null, callTo: null };
const refuse = (message: string) => () => Promise.reject(new Error(message));
const done = () => Promise.resolve();
/** A part of which a check uses only the given members. */
const part = <T>(members: object): T => members as T;

const lines = async (check: Check, request = READ_ONLY) =>
  (await new Doctor([check]).examine(request)).findings.map(({ status, message }) => `${status}: ${message}`);

describe('the check of the database', () => {
  it('warns of a service that logs in as the application’s role, which an extension may require', () => {
    expect(loginResult({ loginRole: 'trunkline_service' })).toEqual([]);
    expect(loginResult({ loginRole: 'trunkline_app' })).toEqual([
      expect.objectContaining({ status: 'warning', message: 'The service logs in as trunkline_app itself.' }),
    ]);
  });
});

describe('the check of Redis', () => {
  const redis = (policy: string | Error, assertWritable: () => Promise<void> = done, role = 'master') => {
    const config = () =>
      policy instanceof Error ? Promise.reject(policy) : Promise.resolve(['maxmemory-policy', policy]);
    const client = { config, ping: done, role: () => Promise.resolve([role]) };
    return new RedisCheck(part<RedisConnection>({ client, assertWritable }));
  };

  it('accepts a server that evicts nothing, and none', async () => {
    expect(await lines(redis('noeviction'), USED)).toEqual(['ok: Redis accepts writes.', 'ok: Redis evicts nothing.']);
    expect(await lines(new RedisCheck(part<RedisConnection>({ client: null })))).toEqual([
      'ok: Not used: PostgreSQL holds queues, limits and caches.',
    ]);
  });

  it('finds a server that evicts keys, hides its policy, or accepts no writes', async () => {
    expect(await lines(redis('allkeys-lru'))).toContain('fault: Redis evicts keys (allkeys-lru), among them jobs.');
    expect(await lines(redis(new Error('NOPERM')))).toContain('warning: Redis does not tell its eviction policy.');
    expect(await lines(redis('noeviction', refuse('READONLY')), USED)).toEqual([
      'fault: Redis cannot be used, so limits count per process and caches miss: READONLY',
    ]);
  });

  it('writes nothing when it may only read, and then finds a replica', async () => {
    const written = refuse('A probe was written.');
    expect(await lines(redis('noeviction', written))).toEqual(['ok: Redis answers.', 'ok: Redis evicts nothing.']);
    expect(await lines(redis('noeviction', written, 'slave'))).toContain(
      'fault: Redis is a replica, which accepts no writes.',
    );
  });
});

describe('the check of mail', () => {
  const sent: string[] = [];
  const mail = (check: () => Promise<void>, isFlowing = true, SMTP_URL: string | undefined = 'smtp://mail') => {
    const send = ({ to }: { readonly to: string }) => Promise.resolve(void sent.push(to));
    const mails = part<MailOutbox>({ isFlowing: () => Promise.resolve(isFlowing) });
    return new MailCheck(
      part<Mailer>({ check, send }),
      mails,
      part<Settings>({ SMTP_URL, MAIL_FROM: 'a@example.com' }),
    );
  };

  it('sends only on request', async () => {
    expect(await lines(mail(done))).toEqual([
      'ok: The mail server accepts the sign-in.',
      'ok: No mail waits for more than ten minutes.',
    ]);
    expect(sent).toEqual([]);
    expect(await lines(mail(done), { ...USED, mailTo: 'ops@example.com' })).toContainEqual(
      expect.stringContaining('ok: A mail to ops@example.com was accepted'),
    );
    expect(sent).toEqual(['ops@example.com']);
  });

  it('finds a refused sign-in, mails that wait, and a mail folder', async () => {
    expect(await lines(mail(refuse('Invalid login: 535')))).toEqual([
      'fault: The mail server cannot be used, so no mail is sent: Invalid login: 535',
    ]);
    expect(await lines(mail(done, false))).toContain('fault: Mails wait to be sent.');
    const folder = new MailCheck(
      part<Mailer>({ check: done }),
      part<MailOutbox>({ isFlowing: () => Promise.resolve(true) }),
      part<Settings>({}),
    );
    expect(await lines(folder)).toContain('warning: Mails are written to a folder instead of being sent.');
  });

  it('does not write to a mail folder when it may only read', async () => {
    const flowing = part<MailOutbox>({ isFlowing: () => Promise.resolve(true) });
    const folder = new MailCheck(part<Mailer>({ check: refuse('ENOSPC') }), flowing, part<Settings>({}));
    expect(await lines(folder)).not.toContain('fault: The mail server cannot be used, so no mail is sent: ENOSPC');
    expect(await lines(folder, USED)).toEqual(['fault: The mail server cannot be used, so no mail is sent: ENOSPC']);
  });
});

describe('the check of documents', () => {
  const documents = (uploads: object, CLAMD_ADDRESS: string | undefined = 'clamd:3310') =>
    new DocumentsCheck(part<CheckUploads>({ check: done, storeAndRemove: done, ...uploads }), {
      CLAMD_ADDRESS,
      S3_BUCKET: 'documents',
    });

  it('stores nothing and scans nothing when it may only read', async () => {
    const written: unknown[] = [];
    const storeAndRemove = () => Promise.resolve(void written.push('a file'));
    const check = (mayWrite: boolean) => Promise.resolve(void written.push(mayWrite));
    expect(await lines(documents({ storeAndRemove, check }))).toEqual([
      'ok: Documents can be stored in the bucket documents.',
      'ok: The virus scanner answers.',
    ]);
    expect(written).toEqual([false]);
  });

  it('finds a storage that loses files, and a scanner without signatures', async () => {
    expect(await lines(documents({ storeAndRemove: refuse('NoSuchKey') }), USED)).toEqual([
      'fault: Documents cannot be uploaded: NoSuchKey',
    ]);
    const findsTestVirus = () => Promise.resolve(false);
    expect(await lines(documents({ findsTestVirus }), USED)).toContain(
      'fault: The virus scanner does not find the EICAR test file, so infected documents are accepted.',
    );
    const without = new DocumentsCheck(part<CheckUploads>({ check: done }), {});
    expect(await lines(without)).toContain('warning: Documents are not scanned for viruses.');
  });
});

describe('the check of suppliers', () => {
  const suppliers = (supplier: object, open: readonly object[] = [], connectionFault: string | null = null) =>
    new SuppliersCheck(
      part<Suppliers>({ all: [supplier] }),
      new CallConnectors([part({ name: 'telnyx', findFault: () => Promise.resolve(connectionFault) })]),
      part<ConnectionFaults>({ countOpen: () => Promise.resolve(open) }),
      { isProduction: true },
    );
  const up = () => Promise.resolve({ isUp: true, message: null });

  it('reports the key and the balance', async () => {
    const balance = () => Promise.resolve({ amount: '12.50', currency: 'USD' });
    expect(await lines(suppliers({ name: 'didww', health: up, balance }))).toEqual([
      'ok: didww accepts the key.',
      'ok: The balance at didww is 12.50 USD.',
    ]);
  });

  it('finds numbers whose calls do not arrive', async () => {
    expect(await lines(suppliers({ name: 'stock' }, [{ supplier: 'didww', count: 2 }]))).toEqual([
      'ok: The stock sells numbers of the operator.',
      'fault: Calls to 2 numbers of didww do not arrive here.',
    ]);
  });

  it('finds a connection that the supplier does not know', async () => {
    const telnyx = { name: 'telnyx', health: up };
    expect(await lines(suppliers(telnyx))).toContain('ok: telnyx can send calls here.');
    const message = 'Telnyx does not know the connection 1 of TELNYX_CONNECTION_ID.';
    expect(await lines(suppliers(telnyx, [], message))).toContain(`fault: ${message}`);
  });

  it('finds a refused key, an empty balance, and the sandbox in production', async () => {
    const health = () => Promise.resolve({ isUp: false, message: 'status 401' });
    expect(await lines(suppliers({ name: 'didww', health }))).toEqual([
      'fault: didww does not accept requests, so its numbers are not sold: status 401.',
    ]);
    const balance = () => Promise.resolve({ amount: '0.0', currency: 'USD' });
    expect(await lines(suppliers({ name: 'telnyx', health: up, balance }))).toContain(
      'fault: The balance at telnyx is 0.0 USD.',
    );
    expect(await lines(suppliers({ name: 'sandbox' }))).toEqual([
      'fault: The supplier sandbox sells numbers that do not exist.',
    ]);
  });
});

describe('the check of cards', () => {
  const cards = (callbackState: CardProcessor['callbackState']) =>
    new CardsCheck(part<CardProcessor>({ name: 'stripe', callbackState }), {
      ROOT_URL: 'https://api.example.com',
      isProduction: true,
    });

  it('accepts a key whose webhook leads here', async () => {
    expect(await lines(cards(() => Promise.resolve('enabled')))).toEqual([
      'ok: stripe accepts the key.',
      'ok: stripe sends its events to https://api.example.com/webhooks/payments/stripe.',
    ]);
  });

  it('finds a refused key, and a webhook that is missing or disabled', async () => {
    expect(await lines(cards(refuse('Invalid API Key')))).toEqual([
      'fault: The card processor cannot be used, so no card is charged: Invalid API Key',
    ]);
    expect(await lines(cards(() => Promise.resolve('missing')))).toContain(
      'fault: stripe sends no events to https://api.example.com/webhooks/payments/stripe, so charges stay pending.',
    );
    expect(await lines(cards(() => Promise.resolve('disabled')))).toContain(
      'fault: The webhook of stripe for https://api.example.com/webhooks/payments/stripe is disabled.',
    );
  });
});

describe('the check of the public URL', () => {
  const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 1) }]);
  const body = JSON.stringify({ service: 'trunkline-api' });
  type Given = Parameters<typeof seenOf>[0];
  let server: Server;
  let answer: (request: Given) => { readonly headers: Record<string, string>; readonly body: string };
  beforeAll((listening) => {
    server = createServer(({ headers: given }, response) => {
      const { headers, body: text } = answer({ headers: given, ip: '127.0.0.1' });
      response.writeHead(200, headers).end(text);
    }).listen(0, '127.0.0.1', listening);
  });
  afterAll(() => server.close());
  const urlOf = (port = (server.address() as AddressInfo).port) => `http://127.0.0.1:${port}`;
  const check = (settings: object = {}) =>
    new PublicUrlCheck({ ROOT_URL: urlOf(), isProduction: false, ...settings }, box);
  /** The API behind proxies that have added `added` to X-Forwarded-For. */
  const through =
    (added: readonly string[], trusted: number, ip?: string): typeof answer =>
    ({ headers }) => {
      const seen = { ...headers, 'x-forwarded-for': [headers['x-forwarded-for'], ...added].join(', ') };
      const client = ip ?? added[0] ?? '127.0.0.1';
      const proof = seenOf({ headers: seen, ip: client }, trusted, box);
      return { headers: { 'x-request-id': String(headers['x-request-id']), [PROBE_HEADER]: proof ?? '' }, body };
    };

  it('accepts a proxy that forwards headers', async () => {
    answer = through(['203.0.113.7'], 1);
    expect(await lines(check())).toEqual([
      `ok: ${urlOf()} is reached, and leads to the API.`,
      'ok: The proxy forwards headers.',
      'ok: X-Forwarded-For tells the addresses of clients, and clients cannot choose them.',
      'ok: 127.0.0.1 is served without TLS, outside production.',
    ]);
  });

  it.each([
    [
      through([], 1, NO_CLIENT),
      'fault: Clients choose their own address: TRUST_PROXY is 1, but 0 proxies add to X-Forwarded-For.',
    ],
    [
      through(['203.0.113.7'], 2, NO_CLIENT),
      'fault: Clients choose their own address: TRUST_PROXY is 2, but 1 proxies add to X-Forwarded-For.',
    ],
    [
      through(['203.0.113.7', '10.0.0.1'], 1, '10.0.0.1'),
      'warning: TRUST_PROXY is 1, so limits count all clients as the proxy 10.0.0.1.',
    ],
    [through([], 0), 'ok: X-Forwarded-For tells the addresses of clients, and clients cannot choose them.'],
  ])('finds what the API takes for the address of clients', async (given, line) => {
    answer = given;
    expect(await lines(check())).toContain(line);
  });

  it('shows what the API saw to the doctor of its deployment alone', () => {
    const headers = probeHeaders(box, 'doctor-1');
    expect(seenOf({ headers }, 1, box)).not.toBeNull();
    const others = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 2) }]);
    for (const [given, by] of [
      [headers, others],
      [{ ...headers, 'x-request-id': 'doctor-2' }, box],
      [{ ...headers, [PROBE_HEADER]: 'k1.x' }, box],
      [{ ...headers, [PROBE_HEADER]: 'k1.'.padEnd(10_000, 'x') }, box],
      [{}, box],
    ] as const)
      expect(seenOf({ headers: given }, 1, by)).toBeNull();
  });

  it('finds a proxy that drops headers, another service, no TLS in production, and nothing at the address', async () => {
    answer = () => ({ headers: {}, body });
    expect(await lines(check())).toContain('fault: The proxy does not forward the header X-Request-Id.');
    answer = ({ headers: { 'x-request-id': id } }) => ({ headers: { 'x-request-id': String(id) }, body });
    expect(await lines(check())).toContain(
      `fault: The API at ${urlOf()} does not have the master keys of this deployment, or is of an earlier release.`,
    );
    answer = ({ headers: { 'idempotency-key': _dropped, ...headers } }) => through(['203.0.113.7'], 1)({ headers });
    expect(await lines(check())).toContain('fault: The proxy does not forward the headers idempotency-key.');
    expect(await lines(check({ isProduction: true }))).toContain(
      'fault: ROOT_URL is not https, so keys and passwords travel in the clear.',
    );
    answer = () => ({ headers: {}, body: 'Welcome to nginx!' });
    expect(await lines(check())).toContain(`fault: ${urlOf()}/health answers 200, and not as this API.`);
    expect(await lines(check({ ROOT_URL: urlOf(1) }))).toContainEqual(
      expect.stringContaining('fault: http://127.0.0.1:1 cannot be reached: fetch failed'),
    );
  });
});

describe('the check of processes', () => {
  const api = { service: 'api', host: 'a', version: '1.0.0', skewMs: 4 } as const;
  const worker = { ...api, service: 'worker', host: 'b' } as const;
  const check = (running: readonly object[], isSandbox = false) =>
    lines(new ProcessesCheck(part({ list: () => Promise.resolve(running) }), { isSandbox }));

  it('accepts processes of one release whose clocks agree', async () => {
    expect(await check([api, api, worker])).toEqual([
      'ok: Running: 2 × API process.',
      'ok: Running: 1 × worker.',
      'ok: Their clocks and that of the database agree.',
    ]);
  });

  it('finds missing processes, which only a sandbox can be without', async () => {
    const none = ['No API process runs. No request is answered.', 'No worker runs. No mail, event or invoice is sent.'];
    expect(await check([])).toEqual(none.map((each) => `fault: ${each}`));
    expect(await check([], true)).toEqual(none.map((each) => `warning: ${each}`));
  });

  it('finds wrong clocks and several releases', async () => {
    const late = { ...worker, skewMs: -1_500, version: '0.9.0' };
    expect((await check([api, { ...api, service: 'internal-api', skewMs: 6_000 }, late])).slice(2)).toEqual([
      'fault: The clocks of the internal API process on a and of the database differ by 6.0 s.',
      'warning: The clocks of the worker on b and of the database differ by -1.5 s.',
      'warning: Processes of several releases run: 1.0.0, 0.9.0.',
    ]);
  });
});

describe('the check of alarms', () => {
  const check = (raised: readonly object[]) =>
    lines(new AlarmsCheck(part({ raisedOfCarriers: () => Promise.resolve(raised) })));

  it('finds alarms about carriers that are raised', async () => {
    expect(await check([])).toEqual(['ok: No alarm about a carrier is raised.']);
    const since = new Date('2026-06-20T12:00:00Z');
    const alarm = { id: 'alm_1', carrierId: 'car_1', name: 'Low ASR', metric: 'asr_pct', since };
    expect(await check([alarm])).toEqual([
      'warning: The alarm "Low ASR" about asr_pct of car_1 has been raised since 2026-06-20 12:00 UTC.',
    ]);
  });
});

describe('the check of carriers', () => {
  const carrier = { name: 'One', state: 'up', sourceNetworks: ['198.51.100.0/24'], emergency: true };
  const check = (items: readonly object[], isSandbox = false) =>
    lines(new CarriersCheck(part({ list: () => Promise.resolve({ items, next: null }) }), { isSandbox }));

  it('accepts carriers that answer, deliver calls and take emergency calls', async () => {
    const other = { ...carrier, name: 'Two', sourceNetworks: [], emergency: false };
    expect(await check([carrier, other])).toEqual(['ok: Enabled carriers: 2. None is reported down.']);
  });

  it('finds no carrier, carriers that are down, and none for calls in or to emergency numbers', async () => {
    const none = 'No carrier is enabled, so every call to and from the telephone network is rejected.';
    expect([await check([]), await check([], true)]).toEqual([[`fault: ${none}`], [`warning: ${none}`]]);
    const down = { ...carrier, name: 'Two', state: 'down' };
    expect(await check([carrier, down])).toEqual(['warning: Carriers do not answer: Two.']);
    expect(await check([{ ...down, sourceNetworks: [], emergency: false }])).toEqual([
      'fault: Carriers do not answer: Two.',
      'warning: No carrier has source networks, so no call from the telephone network is accepted.',
      'warning: No carrier takes emergency calls.',
    ]);
  });
});

describe('the check of switches', () => {
  const clock = new TestClock();
  const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1000);
  const commands = (result: object | null, isConnected = true) => {
    const sent: object[] = [];
    return {
      sent,
      isConnected: () => Promise.resolve(isConnected),
      send: (command: object) => Promise.resolve(`cmd_${sent.push(command)}`),
      result: () => Promise.resolve(result),
    };
  };
  const switches = (seconds: readonly number[], sent: object = commands(null), skew = 0) => {
    const list = () =>
      Promise.resolve(
        seconds.map((second, n) => {
          const at = { lastHeartbeatAt: ago(second), reportedAt: ago(second - skew) };
          return { switchId: `sw${n}`, node: '', ...at };
        }),
      );
    return new SwitchesCheck(part<SwitchStates>({ list }), part<SwitchCommands>(sent), clock, { isSandbox: false });
  };

  it('reports heartbeats, and calls only on request', async () => {
    const sent = commands({ ok: true, sipCode: 200, rttMs: 12, error: null });
    expect(await lines(switches([10], sent), USED)).toEqual(['ok: The switch sw0 sent a heartbeat 10 s ago.']);
    expect(sent.sent).toEqual([]);
    expect(await lines(switches([10], sent), { ...USED, callTo: 'echo' })).toContain(
      'ok: A test call to the echo of the switch was answered after 12 ms.',
    );
    expect(sent.sent).toEqual([{ type: 'test', uri: null }]);
  });

  it('finds a silent switch, a wrong clock, and no switch; ignores a removed switch', async () => {
    expect(await lines(switches([90]))).toEqual(['fault: The switch sw0 has sent no heartbeat for 90 s.']);
    expect(await lines(switches([1], commands(null), 7))).toContain(
      'warning: The clock of the switch sw0 differs by 7.0 s.',
    );
    expect(await lines(switches([]))).toEqual(['fault: No switch has sent a heartbeat.']);
    expect(await lines(switches([9 * 86_400]))).toEqual(['fault: No switch has sent a heartbeat.']);
  });

  it.each([
    [commands(null, false), 'fault: No switch waits for commands, so none could place the test call.'],
    [commands(null), 'fault: No switch reported the test call to sip:a@example.com.'],
    [
      commands({ ok: false, sipCode: 486, rttMs: 3, error: null }),
      'fault: The test call to sip:a@example.com failed: SIP 486.',
    ],
    [commands({ ok: false, sipCode: null, rttMs: null, error: 'no_echo' }), 'warning: The switch has no echo to call.'],
  ])('finds a test call that fails', async (sent, line) => {
    expect(await lines(switches([1], sent), { ...USED, callTo: 'sip:a@example.com' })).toContain(line);
  });
});

describe('the check of prices', () => {
  const prices = (hasRules: boolean, numbers: readonly string[]) =>
    new PricesCheck(
      part({ exist: () => Promise.resolve(hasRules) }),
      part({ listBelowCost: () => Promise.resolve({ items: numbers.map((e164) => ({ e164 })), next: null }) }),
      new TestClock(),
    );

  it('finds no rules, and numbers below cost', async () => {
    expect(await lines(prices(true, []))).toEqual([
      'ok: Rules of number prices are in force.',
      'ok: No number is sold below cost.',
    ]);
    expect(await lines(prices(false, ['+4930901820']))).toEqual([
      'warning: Numbers are sold at cost.',
      'warning: Sold below cost: +4930901820.',
    ]);
  });
});

describe('the check of call prices', () => {
  const losing = {
    deckId: 'deck_1',
    discountPct: 0,
    count: 1,
    prefixes: [{ direction: 'outbound', prefix: '385' }],
  } as const;
  const check = (losses: Awaited<ReturnType<FindDeckLosses['find']>>) =>
    lines(new CallPricesCheck({ find: () => Promise.resolve(losses) }, { listKnown: (ids) => Promise.resolve(ids) }));

  it('accepts prices above cost, and carriers without rate decks', async () => {
    expect(await check([])).toEqual(['ok: No price of calls is below cost.']);
    expect(await check(null)).toEqual(['ok: No carrier has a rate deck to compare prices of calls with.']);
  });

  it('finds prices below cost', async () => {
    expect(await check([losing, { ...losing, discountPct: 20, count: 7 }])).toEqual([
      'warning: Rate deck deck_1 sells calls below cost: outbound +385.',
      'warning: Rate deck deck_1, less 20 %, sells calls below cost: outbound +385 and 6 more.',
    ]);
  });
});

describe('the check of backups', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'backups-'));
  const backup = (hours: number) => {
    const dir = folder();
    const at = Date.now() / 1000 - hours * 3600 - 1;
    writeFileSync(join(dir, 'old.dump'), 'a');
    utimesSync(join(dir, 'old.dump'), at - 86_400, at - 86_400);
    writeFileSync(join(dir, 'new.dump'), 'a');
    utimesSync(join(dir, 'new.dump'), at, at);
    return dir;
  };

  it.each([
    [2, 'ok'],
    [30, 'warning'],
    [60, 'fault'],
  ])('reports a backup of %i hours as %s', async (hours, status) => {
    const dir = backup(hours);
    const text = `The newest backup in ${dir} is ${hours} hours old.`;
    expect(await lines(new BackupsCheck({ BACKUP_DIR: dir }))).toEqual([`${status}: ${text}`]);
    const BACKUP_COMMAND = `expr $(date +%s) - ${hours * 3600 + 1}`;
    expect(await lines(new BackupsCheck({ BACKUP_COMMAND }))).toEqual([
      `${status}: The newest backup of BACKUP_COMMAND is ${hours} hours old.`,
    ]);
  });

  it('finds an empty folder, an empty file, a missing folder, a failing command, and no watch', async () => {
    const dir = folder();
    expect(await lines(new BackupsCheck({ BACKUP_DIR: dir }))).toEqual([`fault: There is no backup in ${dir}.`]);
    writeFileSync(join(dir, 'failed.dump'), '');
    expect(await lines(new BackupsCheck({ BACKUP_DIR: dir }))).toEqual([`fault: There is no backup in ${dir}.`]);
    expect(await lines(new BackupsCheck({ BACKUP_DIR: '/none' }))).toEqual([
      expect.stringContaining('fault: The backup in /none cannot be read: ENOENT'),
    ]);
    expect(await lines(new BackupsCheck({ BACKUP_COMMAND: 'echo today' }))).toEqual([
      'fault: The backup of BACKUP_COMMAND cannot be read: The command printed no Unix time.',
    ]);
    expect(await lines(new BackupsCheck({ BACKUP_COMMAND: 'PGPASSWORD=hidden false' }))).toEqual([
      'fault: The backup of BACKUP_COMMAND cannot be read: The command ended with status 1.',
    ]);
    expect(await lines(new BackupsCheck({}))).toEqual([
      'warning: No backup is watched, so nothing says when the job that makes them has stopped.',
    ]);
  });
});

describe('the check of secrets', () => {
  const good = {
    SESSION_SECRETS: ['kX9vQm2LzR7tYw4NcB8sHj3PfD6gKa1E'],
    OPERATOR_TOKENS: ['sha256:aaaa', 'Vb7nMq3ZxL9wTc5R'],
    SWITCH_TOKENS: ['sw1=Hd2kPf8JsW6yGn4Q'],
    masterKeys: [{ id: 'k1', secret: Buffer.from(Array.from({ length: 32 }, (_, n) => (n * 37) % 256)) }],
  };

  it('accepts random secrets', async () => {
    expect(await lines(new SecretsCheck(good))).toEqual(['ok: No secret is one of an example.']);
  });

  it('finds placeholders, repetition, a flat master key and a shared secret', async () => {
    const token = 'Vb7nMq3ZxL9wTc5R';
    const bad = {
      SESSION_SECRETS: ['please-change-me-before-production'],
      OPERATOR_TOKENS: [token, 'aaaaaaaaaaaaaaaa'],
      SWITCH_TOKENS: [`sw1=${token}`],
      masterKeys: [{ id: 'k1', secret: Buffer.alloc(32) }],
    };
    expect(await lines(new SecretsCheck(bad))).toEqual([
      'fault: SESSION_SECRETS has a secret that can be guessed.',
      'fault: OPERATOR_TOKENS has a secret that can be guessed.',
      'fault: MASTER_KEYS has a secret that can be guessed.',
      'warning: Two settings share a secret, so a leak of one exposes both.',
    ]);
  });
});

describe('a check that needs the database, while that is unavailable', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const down = () => Promise.reject(refused);
  const up = () => Promise.resolve({ isUp: true, message: null });
  const subjects: readonly [string, Check, readonly string[]][] = [
    [
      'Waiting mails',
      new MailCheck(
        part<Mailer>({ check: done }),
        part<MailOutbox>({ isFlowing: down }),
        part<Settings>({ SMTP_URL: 'x' }),
      ),
      ['ok: The mail server accepts the sign-in.'],
    ],
    [
      'Whether calls to numbers arrive',
      new SuppliersCheck(
        part<Suppliers>({ all: [{ name: 'didww', health: up }] }),
        new CallConnectors([]),
        part<ConnectionFaults>({ countOpen: down }),
        {
          isProduction: true,
        },
      ),
      ['ok: didww accepts the key.'],
    ],
    [
      'Switches',
      new SwitchesCheck(part<SwitchStates>({ list: down }), part<SwitchCommands>({}), new TestClock(), {
        isSandbox: false,
      }),
      [],
    ],
    ['Processes', new ProcessesCheck(part({ list: down }), { isSandbox: false }), []],
    ['Carriers', new CarriersCheck(part({ list: down }), { isSandbox: false }), []],
    ['Prices', new PricesCheck(part({ exist: down }), part({ listBelowCost: down }), new TestClock()), []],
    ['Prices of calls', new CallPricesCheck({ find: down }, part({})), []],
  ];

  it.each(subjects)('does not blame its subject: %s', async (subject, check, others) => {
    expect(await lines(check)).toEqual([
      ...others,
      `warning: ${subject} could not be checked: the database is unavailable.`,
    ]);
  });

  it('remains a fault of a mail server that refuses connections', async () => {
    const mail = new MailCheck(part<Mailer>({ check: down }), part<MailOutbox>({}), part<Settings>({ SMTP_URL: 'x' }));
    expect(await lines(mail)).toEqual([
      'fault: The mail server cannot be used, so no mail is sent: connect ECONNREFUSED 127.0.0.1:5432',
    ]);
  });
});
