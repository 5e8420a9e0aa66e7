import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { dashboardHandler } from './serve-dashboard';

const SCRIPT = 'console.log("a dashboard");';
const SETTINGS = {
  ROOT_URL: 'http://a.test',
  DASHBOARD_URL: 'http://a.test/dashboard',
  CARD_PROCESSOR: 'sandbox',
  WSS_URL: 'ws://localhost:5060',
  captcha: null,
} as const;

describe('the dashboard', () => {
  let folder: string;
  const servers: Server[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-dashboard-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__">',
    );
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
    writeFileSync(join(folder, 'assets/main-1.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/main-1.js.br'), brotliCompressSync(SCRIPT));
  });

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  async function serve(settings: Parameters<typeof dashboardHandler>[1] = SETTINGS) {
    const app = express().use('/dashboard', dashboardHandler(folder, settings));
    const server = app.listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((ready) => server.once('listening', ready));
    const { port } = server.address() as AddressInfo;
    return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  }

  it('answers every page with the same document, never cached, under a new nonce', async () => {
    const get = await serve();
    const pages = await Promise.all(
      ['/dashboard', '/dashboard/', '/dashboard/numbers/+12125550100'].map((path) => get(path)),
    );
    const nonces = await Promise.all(
      pages.map(async (page) => {
        expect(page.status).toBe(200);
        expect(page.headers.get('cache-control')).toBe('no-store');
        const [, nonce = ''] = /nonce="([^"]+)"><script nonce="\1"/.exec(await page.text()) ?? [];
        expect(page.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  it('answers every address that a browser opens with the page, so that the page says what it is', async () => {
    const get = await serve();
    const opened = ['numbers/%00', '%', '%ff', 'numbers/+1.212.555.0100', 'a.js', '%'.repeat(8000)];
    for (const path of opened) {
      const answer = await get(`/dashboard/${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
    }
  });

  it('leads from an address that cannot be read to one of no page', async () => {
    const get = await serve();
    const placeOf = async (path: string) =>
      (await get(`/dashboard/${path}`, { redirect: 'manual' })).headers.get('location');
    expect(await placeOf('%')).toBe('/dashboard/%25');
    expect(await placeOf('numbers/%ff')).toBe('/dashboard/numbers%2F%25ff');
    expect(await placeOf('numbers/%00')).toBe('/dashboard/numbers%2F%2500');
    expect(await placeOf('numbers/%2B12125550100')).toBeNull();
  });

  it('allows nothing from other origins and no inline script', async () => {
    const policy = (await (await serve())('/dashboard')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-src 'none'");
    expect(policy).not.toMatch(/unsafe-|https:/);
  });

  it('allows the softphone to use the microphone, and to connect to the switch alone', async () => {
    const { headers } = await (await serve({ ...SETTINGS, WSS_URL: 'wss://sip.example.com:5061/ws' }))('/dashboard');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://sip.example.com:5061;");
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
  });

  it('allows the card form of Stripe where it is the processor', async () => {
    const get = await serve({ ...SETTINGS, CARD_PROCESSOR: 'stripe' });
    const policy = (await get('/dashboard')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self' https://js.stripe.com;");
    expect(policy).toContain('frame-src https://js.stripe.com https://hooks.stripe.com;');
    expect(policy).toContain("connect-src 'self' ws://localhost:5060 https://api.stripe.com;");
  });

  it('allows the bot challenge where one is configured', async () => {
    const origins = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];
    const captcha = { provider: 'hcaptcha', siteKey: 's', secret: 's', verifyUrl: '', scriptUrl: '', origins } as const;
    const policy = (await (await serve({ ...SETTINGS, captcha }))('/dashboard')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self' https://hcaptcha.com https://*.hcaptcha.com;");
    expect(policy).toContain('frame-src https://hcaptcha.com https://*.hcaptcha.com;');
    expect(policy).toContain("connect-src 'self' ws://localhost:5060 https://hcaptcha.com https://*.hcaptcha.com;");
  });

  it('answers hashed files compressed, for ever, and 304 to their ETag', async () => {
    const get = await serve();
    const script = await get('/dashboard/assets/main-1.js', { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await script.text()).toBe(SCRIPT);
    const again = await get('/dashboard/assets/main-1.js', {
      headers: { 'if-none-match': script.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('answers plain bytes to clients that accept no coding, and no body to HEAD', async () => {
    const get = await serve();
    const plain = await get('/dashboard/assets/main-1.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('content-length')).toBe(String(SCRIPT.length));
    const head = await get('/dashboard/favicon.svg', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('leaves unknown files, changes, and paths outside the build to the next handler', async () => {
    const get = await serve();
    const answers = await Promise.all([
      get('/dashboard/assets/gone.js'),
      get('/dashboard/', { method: 'POST' }),
      get('/dashboard/..%2f..%2fpackage.json'),
      get('/dashboards'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
