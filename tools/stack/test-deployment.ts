import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FakeStripe } from '@trunkline/billing-ledger/testing';
import { FakeDidww } from '@trunkline/numbering/testing';
import { createLoginRole, freePort, freshDatabaseUrl, type LoginRole } from '@trunkline/platform/testing';
import pg from 'pg';
import { AppProcess } from './app-process';
import { TEST_CERTIFICATE } from './test-certificate';

const TRUNK_ID = 'a27e7cc1-cbb1-4295-8e63-e8e1cbb57630';
const HEALTH_MS = 60_000;

export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'fault';
  readonly message: string;
  readonly remedy: string | null;
}

export interface Examined {
  readonly exitCode: number | null;
  readonly text: string;
}

type Forwarding = (headers: IncomingHttpHeaders, client: string) => IncomingHttpHeaders;

const secret = (): string => randomBytes(24).toString('base64url');

/**
 * A deployment in production of which nothing is missing: the API behind a TLS proxy, a worker, a switch that sends heartbeats, a
 * carrier, prices, and stand-ins for DIDWW, Stripe, the mail server and clamd on this machine.
 */
export class TestDeployment {
  readonly folder = mkdtempSync(join(tmpdir(), 'deployment-'));
  /** Changes the headers that the proxy in front of the API passes on. */
  forward: Forwarding = addClient;
  env: Readonly<Record<string, string>> = {};
  /** Nothing listens on it. */
  unusedPort = 0;
  private readonly closing: (() => Promise<unknown>)[] = [];
  private internalUrl = '';
  private worker: AppProcess | undefined;

  private constructor(
    readonly owner: pg.Client,
    readonly ownerUrl: string,
    private readonly login: LoginRole,
    readonly didww: FakeDidww,
    readonly stripe: FakeStripe,
  ) {}

  static async start(): Promise<TestDeployment> {
    const ownerUrl = await freshDatabaseUrl();
    const owner = new pg.Client({ connectionString: ownerUrl });
    await owner.connect();
    const [login, didww, stripe] = await Promise.all([
      createLoginRole(ownerUrl),
      FakeDidww.start(),
      FakeStripe.start(),
    ]);
    const deployment = new TestDeployment(owner, ownerUrl, login, didww, stripe);
    await deployment.startAll();
    return deployment;
  }

  /** Runs `npm run doctor`, or what it has built. */
  async examine(
    change: Readonly<Record<string, string>>,
    args: readonly string[],
    isBuilt: boolean,
  ): Promise<Examined> {
    const file = isBuilt ? ['dist/tools/doctor.js'] : ['tools/run.mjs', 'doctor'];
    const child = spawn(process.execPath, [...file, ...args], { env: { ...this.env, ...change } });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [exitCode] = (await once(child, 'close')) as [number | null];
    return { exitCode, text: Buffer.concat(chunks).toString() };
  }

  async operate(method: string, path: string, body?: object | string): Promise<{ readonly id: string }> {
    const isText = typeof body === 'string';
    const answer = await fetch(`${this.internalUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.env['OPERATOR_TOKENS'] ?? ''}`,
        'content-type': isText ? 'text/csv' : 'application/json',
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return ((await answer.json()) as { data: { id: string } }).data;
  }

  /** Enters the last heartbeat of the switch. */
  async heartbeat(secondsAgo = 1): Promise<void> {
    await this.owner.query(
      `INSERT INTO voice.switch_nodes (switch_id, node, last_heartbeat_at, heartbeat_at)
       VALUES ('sw1', '', now() - $1 * interval '1 s', now() - $1 * interval '1 s')
       ON CONFLICT (switch_id, node) DO UPDATE
         SET last_heartbeat_at = excluded.last_heartbeat_at, heartbeat_at = excluded.heartbeat_at`,
      [secondsAgo],
    );
  }

  /** Reports as a switch does whether a carrier answers its probes. */
  async probed(carrierId: string, ok: boolean): Promise<void> {
    await fetch(`${this.internalUrl}/switch/gateway-health`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.env['SWITCH_TOKENS'] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ carrier_id: carrierId, ok }),
    });
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    await this.owner.query(
      `UPDATE platform.processes SET seen_at = now() - interval '1 hour' WHERE service = 'worker'`,
    );
  }

  async stop(): Promise<void> {
    for (const close of this.closing.reverse()) await close();
    await Promise.all([this.didww.stop(), this.stripe.stop()]);
    await this.login.drop();
    await this.owner.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startAll(): Promise<void> {
    const [port, internalPort, workerPort] = [await freePort(), await freePort(), await freePort()];
    this.unusedPort = await freePort();
    mkdirSync(join(this.folder, 'data', 'logs'), { recursive: true });
    const authority = join(this.folder, 'authority.pem');
    writeFileSync(authority, TEST_CERTIFICATE.cert);
    const rootUrl = await this.proxyTo(port, (headers, client) => this.forward(headers, client));
    const [didwwUrl, stripeUrl] = await Promise.all([
      this.proxyTo(Number(this.didww.config.apiBase.port)),
      this.proxyTo(Number(this.stripe.config.apiBase.port)),
    ]);
    this.stripe.state.endpoints.push({
      id: 'we_1',
      object: 'webhook_endpoint',
      url: `${rootUrl}/webhooks/payments/stripe`,
      status: 'enabled',
    });
    this.internalUrl = `http://127.0.0.1:${internalPort}`;
    this.env = {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: authority,
      LOG_LEVEL: 'error',
      DATABASE_URL: this.login.url,
      DATA_DIR: join(this.folder, 'data'),
      ROOT_URL: rootUrl,
      TRUST_PROXY: '1',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      WORKER_PORT: String(workerPort),
      DRAIN_SECONDS: '0',
      SMTP_URL: `smtp://127.0.0.1:${await this.listen(mailServer())}`,
      CLAMD_ADDRESS: `127.0.0.1:${await this.listen(virusScanner())}`,
      BACKUP_COMMAND: 'date +%s',
      SESSION_SECRETS: secret(),
      MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      OPERATOR_TOKENS: secret(),
      SWITCH_TOKENS: secret(),
      NUMBER_SUPPLIERS: 'didww,stock',
      DIDWW_API_KEY: this.didww.config.apiKey,
      DIDWW_CALLBACK_SECRETS: this.didww.config.callbackSecrets.join(','),
      DIDWW_VOICE_IN_TRUNK_ID: TRUNK_ID,
      DIDWW_API_BASE: `${didwwUrl}/v3`,
      CARD_PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: this.stripe.config.secretKey,
      STRIPE_PUBLISHABLE_KEY: this.stripe.config.publishableKey,
      STRIPE_WEBHOOK_SECRETS: this.stripe.config.webhookSecrets.join(','),
      STRIPE_API_BASE: stripeUrl,
    };
    const apps = [
      this.app('api', `${this.internalUrl}/health`),
      this.app('worker', `http://127.0.0.1:${workerPort}/health`),
    ];
    this.worker = apps[1];
    await Promise.all(apps.map((app) => app.healthy(AbortSignal.timeout(HEALTH_MS))));
    await this.heartbeat();
    const network = { source_networks: ['198.51.100.0/24'], emergency: true };
    await this.operate('POST', '/operator/carriers', { name: 'Carrier', host: 'sip.example.com', ...network });
    await this.operate('POST', '/operator/number-prices', { markup_pct: 20 });
  }

  private app(name: string, healthUrl: string): AppProcess {
    const env = { ...this.env };
    const app = new AppProcess({ name, env, dataDir: this.env['DATA_DIR'] ?? '', healthUrl, print: () => undefined });
    this.closing.push(() => app.stop());
    return app;
  }

  /** Starts a TLS proxy to a port of this machine. Returns its URL. */
  private async proxyTo(port: number, change: Forwarding = (headers) => headers): Promise<string> {
    const proxy = createSecureServer(TEST_CERTIFICATE, (incoming, outgoing) => {
      const { method, url, headers, socket } = incoming;
      const sent = request(
        { host: '127.0.0.1', port, method, path: url, headers: change({ ...headers }, socket.remoteAddress ?? '') },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(outgoing);
        },
      );
      sent.on('error', () => outgoing.destroy());
      incoming.pipe(sent);
    });
    return `https://localhost:${await this.listen(proxy)}`;
  }

  /** Listens on a free port of this machine, and returns it. */
  async listen(server: Server | SecureServer): Promise<number> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.closing.push(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(closed));
    });
    return (server.address() as AddressInfo).port;
  }
}

/** As nginx does with `$proxy_add_x_forwarded_for`. */
export function addClient(headers: IncomingHttpHeaders, client: string): IncomingHttpHeaders {
  const before = headers['x-forwarded-for'];
  return { ...headers, 'x-forwarded-for': before === undefined ? client : `${String(before)}, ${client}` };
}

/** Accepts every mail. */
function mailServer(): Server {
  return createServer((socket) => {
    let isData = false;
    socket.write('220 mail.example.com ESMTP\r\n');
    socket.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          socket.write('250 accepted\r\n');
        } else {
          isData = line.toUpperCase() === 'DATA';
          socket.write(isData ? '354 go on\r\n' : line.toUpperCase() === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  });
}

/** A clamd with the signature of the EICAR test file alone, or without. */
export function virusScanner(signature: string | null = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'): Server {
  return createServer((socket) => {
    let sent = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      sent = Buffer.concat([sent, bytes]);
      if (sent.includes('zPING')) socket.end('PONG\0');
      else if (sent.subarray(-4).equals(Buffer.alloc(4)))
        socket.end(signature !== null && sent.includes(signature) ? 'stream: Eicar-Test FOUND\0' : 'stream: OK\0');
    });
  });
}

/** A module that sets the clock of a process ahead. */
export function clockAhead(folder: string, seconds: number): string {
  const file = join(folder, 'clock-ahead.cjs');
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + ${seconds * 1000};\n`);
  return resolve(file);
}
