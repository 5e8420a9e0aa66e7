import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ApiKeys } from '@trunkline/identity';
import { aPrincipal, openVerifiedAccount, type Use } from '@trunkline/identity/testing';
import { Clock, newId } from '@trunkline/kernel';
import { freePort } from '@trunkline/platform/testing';
import { applicationOn } from '../bench/stack/application';
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

/** Creates a data folder, and returns the settings of an API with it on a database. */
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
    const [port, internalPort] = [String(await freePort()), String(await freePort())];
    const settings = { ...given, PORT: port, INTERNAL_PORT: internalPort };
    const url = `http://127.0.0.1:${port}`;
    const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '' } = given;
    const healthUrl = `${url}/health/ready`;
    const api = new AppProcess({ name: 'api', env: settings, dataDir, healthUrl, print: () => undefined });
    try {
      await api.healthy(new AbortController().signal);
      return new ComplianceApi(settings, await applicationOn(databaseUrl, settings), api, url);
    } catch (error) {
      await api.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    try {
      await this.application.close();
    } finally {
      await this.process.stop();
    }
  }

  /** Opens a verified account with an API key. */
  async signUp(): Promise<Customer> {
    const use: Use = (token) => this.application.get(token, { strict: false });
    const email = `${newId('usr')}@example.com`;
    const wanted = { email, password: PASSWORD, name: 'Test Customer', country: 'US', caller: CALLER };
    const { sessionId: credentialId, accountId, userId } = await openVerifiedAccount(use, wanted);
    const owner = aPrincipal({ accountId, userId, credentialId, signedInAt: use(Clock).now() });
    const { key } = await use(ApiKeys).create(owner, {
      name: 'test',
      scopes: ['*'],
      allowedCidrs: [],
      expiresAt: null,
    });
    return { accountId, email, key };
  }

  /** Returns the session cookie. */
  async signIn({ email }: Customer): Promise<string> {
    const response = await fetch(`${this.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    if (!response.ok) throw new Error(`The login failed with ${response.status}: ${await response.text()}`);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  get(path: string, credential: { readonly key: string } | { readonly cookie: string }): Promise<Reply> {
    return this.send(path, { headers: headersOf(credential) });
  }

  /** Sends JSON with an Idempotency-Key, so that the response is stored too. */
  write(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body: object,
    { key }: Pick<Customer, 'key'>,
  ): Promise<Reply> {
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
