import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ApiKeys, SignUp, VerifyEmail } from '@trunkline/identity';
import { Clock, newId, type Principal } from '@trunkline/kernel';
import { Database, MailOutbox } from '@trunkline/platform';
import { freePort } from '@trunkline/platform/testing';
import { applicationOn } from '../bench/application';
import { AppProcess } from '../stack/app-process';

const PASSWORD = 'correct horse battery staple';
const ORIGIN = 'http://api.test';
const CALLER = { ip: null, userAgent: null };

export interface Customer {
  readonly accountId: string;
  readonly email: string;
  readonly key: string;
}

export interface Reply {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** The settings of an API on a database, with a data folder of its own. */
export function settingsOn(databaseUrl: string, masterKeys: string): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trunkline-compliance-'));
  mkdirSync(join(dataDir, 'logs'));
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    ROOT_URL: ORIGIN,
    DASHBOARD_URL: 'http://dashboard.test/app',
    DATA_DIR: dataDir,
    SESSION_SECRETS: 's'.repeat(32),
    MASTER_KEYS: masterKeys,
    OPERATOR_TOKENS: 'operator-token-for-tests',
    SWITCH_TOKENS: 'switch-token-for-tests',
    RATE_LIMIT_FACTOR: '1000',
  };
}

/** An API process, with the application beside it to create accounts without a worker that sends mails. */
export class ComplianceApi {
  private constructor(
    readonly settings: Readonly<Record<string, string>>,
    readonly application: INestApplicationContext,
    private readonly process: AppProcess,
    private readonly url: string,
  ) {}

  static async start(given: Readonly<Record<string, string>>): Promise<ComplianceApi> {
    const [port, internalPort] = [await freePort(), await freePort()].map(String);
    const settings = { ...given, PORT: String(port), INTERNAL_PORT: String(internalPort) };
    const url = `http://127.0.0.1:${String(port)}`;
    const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '' } = given;
    const healthUrl = `${url}/health/ready`;
    const api = new AppProcess({ name: 'api', env: settings, dataDir, healthUrl, print: () => undefined });
    await api.healthy(new AbortController().signal);
    return new ComplianceApi(settings, await applicationOn(databaseUrl, settings), api, url);
  }

  async stop(): Promise<void> {
    await this.application.close();
    await this.process.stop();
  }

  /** Signs up, verifies the address and creates an API key. */
  async signUp(): Promise<Customer> {
    const { application: app } = this;
    const email = `${newId('usr')}@example.com`;
    const person = { name: 'Test Customer', country: 'US', company: null, phoneE164: null, intendedUse: null };
    const { accountId, userId } = await app.get(SignUp, { strict: false }).execute({
      ...person,
      email,
      password: PASSWORD,
      marketingOptIn: false,
      captchaToken: null,
      caller: CALLER,
      operationId: newId('op'),
    });
    const [mail] = await app
      .get(Database, { strict: false })
      .query<{ id: string }>(`SELECT id FROM platform.mails WHERE account_id = $1 ORDER BY id LIMIT 1`, [accountId]);
    const message = await app.get(MailOutbox, { strict: false }).find(mail?.id ?? '');
    const token = /token=([\w-]+)/.exec(message?.text ?? '')?.[1] ?? '';
    const { sessionId } = await app.get(VerifyEmail, { strict: false }).execute({ token, caller: CALLER });
    const principal: Principal = {
      credential: 'session',
      credentialId: sessionId,
      accountId,
      userId,
      role: 'owner',
      scopes: ['*'],
      tier: 'self_serve',
      accountStatus: 'active',
      isPartial: false,
      signedInAt: app.get(Clock, { strict: false }).now(),
    };
    const wanted = { name: 'test', scopes: ['*'], allowedCidrs: [], expiresAt: null };
    const { key } = await app.get(ApiKeys, { strict: false }).create(principal, wanted);
    return { accountId, email, key };
  }

  /** Returns the session cookie. */
  async signIn({ email }: Customer): Promise<string> {
    const response = await fetch(`${this.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  get(path: string, credential: { readonly key: string } | { readonly cookie: string }): Promise<Reply> {
    return this.send(path, { headers: headersOf(credential) });
  }

  /** Sends JSON with an Idempotency-Key, so that the response is stored too. */
  post(path: string, body: object, { key }: Pick<Customer, 'key'>, method = 'POST'): Promise<Reply> {
    const headers = { ...headersOf({ key }), 'content-type': 'application/json', 'idempotency-key': newId('op') };
    return this.send(path, { method, headers, body: JSON.stringify(body) });
  }

  upload(content: Buffer, fields: Readonly<Record<string, string>>, { key }: Pick<Customer, 'key'>): Promise<Reply> {
    const form = new FormData();
    const { name = 'scan.pdf', ...rest } = fields;
    for (const [field, value] of Object.entries(rest)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const headers = { ...headersOf({ key }), 'idempotency-key': newId('op') };
    return this.send('/compliance/documents', { method: 'POST', headers, body: form });
  }

  private async send(path: string, request: RequestInit): Promise<Reply> {
    const response = await fetch(`${this.url}/v1${path}`, request);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const { data = {} } = isJson ? (JSON.parse(bytes.toString()) as { data?: Record<string, unknown> }) : {};
    return { status: response.status, data, bytes };
  }
}

export function removeDataOf({ DATA_DIR: folder }: Readonly<Record<string, string>>): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

function headersOf(credential: { readonly key: string } | { readonly cookie: string }): Record<string, string> {
  if ('key' in credential) return { authorization: `Bearer ${credential.key}` };
  return { cookie: credential.cookie, origin: ORIGIN };
}
