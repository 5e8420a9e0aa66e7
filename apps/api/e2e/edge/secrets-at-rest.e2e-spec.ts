import { randomBytes } from 'node:crypto';
import { totpCode } from '@trunkline/identity/testing';
import { SystemClock } from '@trunkline/kernel';
import { createDataSource, CryptoBox, Database, MailOutbox, OutboxEventBus } from '@trunkline/platform';
import { DASHBOARD_ORIGIN, testEnvironment } from '../support';
import { ApiProcess } from '../support/process';

interface Reply {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly cookie: string;
}

/** Returns every form in which a secret could be stored: literal, and its bytes or decoded bytes in hex and Base64. */
function formsOf(secret: string): string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64url')].filter((each) => each.length > 8);
  const encoded = bytes.flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')]);
  return [secret, ...encoded].map((each) => each.replace(/=+$/, ''));
}

describe('secrets', () => {
  let api: ApiProcess;
  let db: Database;
  let outbox: MailOutbox;
  const secrets = new Map<string, string>();
  const email = `ada-${randomBytes(6).toString('hex')}@example.com`;
  let cookie = '';

  beforeAll(async () => {
    const environment = await testEnvironment({ LOG_LEVEL: 'trace' });
    api = await ApiProcess.start(environment);
    const source = await createDataSource({ url: environment['DATABASE_URL']!, asOwner: true }, []).initialize();
    db = new Database(source);
    const box = new CryptoBox([{ id: 'k1', secret: Buffer.alloc(32, 7) }]);
    const clock = new SystemClock();
    outbox = new MailOutbox(db, db, new OutboxEventBus(db, clock), box, clock);
    await live();
  });
  afterAll(async () => {
    await api.kill('SIGTERM');
    await db.dataSource.destroy();
  });

  const keep = (name: string, secret: unknown): string => {
    if (typeof secret !== 'string' || secret.length < 6) throw new Error(`No ${name}: ${JSON.stringify(secret)}`);
    secrets.set(name, secret);
    return secret;
  };
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> => {
    const response = await fetch(`${api.url}/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: DASHBOARD_ORIGIN,
        'idempotency-key': randomBytes(8).toString('hex'),
        ...(cookie && { cookie }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    const parsed = (text ? JSON.parse(text) : {}) as { data?: Record<string, unknown> };
    if (response.status >= 500) throw new Error(`${path} answered ${text}`);
    const set = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { status: response.status, data: parsed.data ?? {}, cookie: set };
  };
  const ok = async (path: string, body: object, headers?: Record<string, string>): Promise<Reply> => {
    const reply = await post(path, body, headers);
    if (reply.status >= 300) throw new Error(`${path} answered ${String(reply.status)}: ${JSON.stringify(reply)}`);
    return reply;
  };
  /** Collects the session's secret and signature, and uses the session. */
  const goOn = (name: string, reply: Reply) => {
    cookie = reply.cookie;
    const [secret, signature] = cookie.replace('svc_sid=', '').split('.');
    keep(`${name}, session`, secret);
    keep(`${name}, signature`, signature);
  };
  /** Returns the secret in the newest matching mail. */
  const mailed = async (what: RegExp): Promise<string> => {
    const rows = await db.query<{ id: string }>(
      `SELECT id FROM platform.mails WHERE status = 'waiting' ORDER BY id DESC`,
    );
    for (const { id } of rows) {
      const found = what.exec((await outbox.find(id))?.text ?? '')?.[1];
      if (found) return found;
    }
    throw new Error(`No mail has ${String(what)}.`);
  };
  const link = (page: string) => mailed(new RegExp(`/${page}\\?token=([A-Za-z0-9_-]+)`));

  /** Performs everything that creates a secret: sign-up, all sign-ins, keys, second factor, changes, an invitation. */
  async function live(): Promise<void> {
    let password = keep('password', 'Tr0ub4dor and 3 horses');
    await ok('/auth/signup', { email, password, name: 'Ada Lovelace', country: 'GB' });
    goOn('verify', await ok('/auth/verify-email', { token: keep('verify token', await link('verify-email')) }));
    await post('/auth/login', { email, password: keep('wrong password', 'Tr0ub4dor and 4 horses') });
    goOn('login', await ok('/auth/login', { email, password, trust_device: true }));
    const made = await ok('/api-keys', { name: 'ci', password });
    const key = keep('key', made.data['key']);
    keep('rotated key', (await ok(`/api-keys/${String(made.data['id'])}/rotate`, {})).data['key']);
    const leaked = keep('leaked key', (await ok('/api-keys', { name: 'leaked' })).data['key']);
    await fetch(`${api.url}/v1/accounts/me?api_key=${leaked}`);
    await fetch(`${api.url}/v1/accounts/me`, { headers: { authorization: `Bearer ${key}` } });
    await ok('/accounts/me/invitations', { email: 'grace@example.com', role: 'member' });
    keep('invitation token', await link('invitation'));
    await ok('/users/me/email-change', { new_email: `new-${email}`, password });
    keep('email change token', await link('email-change'));
    await ok('/auth/magic-link', { email });
    const magic = keep('magic token', await link('magic-link'));
    goOn('magic link', await ok('/auth/magic-link/consume', { token: magic }));
    await ok('/auth/forgot-password', { email });
    password = keep('new password', 'a wholly different phrase');
    const reset = keep('reset token', await link('reset-password'));
    await ok('/auth/reset-password', { token: reset, new_password: password });
    goOn('new login', await ok('/auth/login', { email, password }));
    const totp = keep('TOTP secret', (await ok('/auth/mfa/setup-start', { method: 'totp' })).data['secret']);
    const proof = { method: 'totp', secret: totp, code: totpCode(totp, new SystemClock().now()) };
    const codes = (await ok('/auth/mfa/setup-verify', proof)).data['recovery_codes'] as string[];
    codes.forEach((code, index) => keep(`recovery code ${String(index)}`, code));
    goOn('partial login', await ok('/auth/login', { email, password }));
    await ok('/auth/mfa/challenge', { code: codes[0], method: 'recovery_code' });
    await post('/auth/logout', {});
  }

  /** Returns every row of every table as text, with bytes in hex. */
  const everything = async (): Promise<{ table: string; row: string }[]> => {
    const tables = await db.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows = [];
    for (const { name } of tables)
      rows.push(
        ...(await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)).map(({ row }) => ({
          table: name,
          row,
        })),
      );
    return rows;
  };
  const found = async (): Promise<string[]> => {
    const rows = await everything();
    return [...secrets].flatMap(([name, secret]) => {
      const forms = formsOf(secret);
      return rows
        .filter(({ row }) => forms.some((form) => row.includes(form)))
        .map(({ table }) => `${name} in ${table}`);
    });
  };

  it('are found by the scan in text, in bytes and in JSON', async () => {
    expect([...secrets.keys()].length).toBeGreaterThan(25);
    const key = secrets.get('key')!;
    await db.query(`CREATE TABLE public.planted (a text, b bytea, c jsonb)`);
    const plants: [string, unknown][] = [
      ['a', `prefix ${key}`],
      ['b', Buffer.from(key)],
      ['b', Buffer.from(secrets.get('login, session')!, 'base64url')],
      ['c', { deep: [key] }],
    ];
    for (const [column, value] of plants) {
      await db.query(`DELETE FROM public.planted`);
      await db.query(`INSERT INTO public.planted (${column}) VALUES ($1)`, [value]);
      expect(await found()).toEqual([expect.stringMatching(/^(key|login, session) in public\.planted$/)]);
    }
    await db.query(`DROP TABLE public.planted`);
  });

  it('are in no column of any table', async () => {
    expect((await everything()).map(({ table }) => table)).toEqual(
      expect.arrayContaining(['identity.users', 'identity.sessions', 'platform.mails', 'platform.idempotency_keys']),
    );
    expect(await found()).toEqual([]);
  });

  it('are in no log line, and neither is the email, at the lowest log level', () => {
    expect(api.log).toContain('/v1/auth/login');
    const forms = [...secrets].flatMap(([name, secret]) => formsOf(secret).map((form) => [name, form] as const));
    expect(forms.filter(([, form]) => api.log.includes(form)).map(([name]) => name)).toEqual([]);
    expect(api.log).not.toContain(email);
    expect(api.log).not.toContain('grace@example.com');
  });
});
