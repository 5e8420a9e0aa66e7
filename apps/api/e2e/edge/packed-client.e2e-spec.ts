import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApi, type TestApi } from '../support';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../../..');
const SLOW = 120_000;

/** The package as `npm install` gets it: only what is packed, without this repository around it. */
describe('the packed client', () => {
  let api: TestApi;
  let folder: string;
  let example: string;

  beforeAll(async () => {
    api = await startApi();
    folder = mkdtempSync(join(tmpdir(), 'trunkline-client-'));
    await run('npm', ['pack', '--pack-destination', folder, './libs/client'], { cwd: ROOT });
    const [packed = ''] = readdirSync(folder);
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, join(folder, packed)]);
    example = join(folder, 'node_modules/@trunkline/client/examples/first-number.mjs');
  }, SLOW);
  afterAll(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const runExample = (token: string) =>
    run(process.execPath, [example, 'US', 'pbx.example.com'], {
      env: { PATH: process.env['PATH'], TRUNKLINE_URL: api.url, TRUNKLINE_API_KEY: token },
    });

  it('searches, buys, routes and lists calls in an empty folder', async () => {
    const { key } = await api.customers.make();
    const { stdout } = await runExample(key);
    expect(stdout).toMatch(/^Bought (\+1\d{10})\.\nIts calls are routed to pbx\.example\.com\.\n$/);
    const [, e164 = ''] = /Bought (\S+)\./.exec(stdout) ?? [];
    const { status, body } = await api.get(`/v1/numbers/${encodeURIComponent(e164)}`, { key });
    expect([status, body]).toMatchObject([200, { data: { e164, routing_profile_id: expect.stringMatching(/^rp_/) } }]);
  });

  it('says what is wrong with a key that the API does not know', async () => {
    await expect(runExample('svc_live_unknown')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('unauthorized: The API key or access token is unknown, expired or revoked.'),
    });
  });

  it('has types that a strict project compiles against', async () => {
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--allowJs', '--checkJs'];
    await run(process.execPath, [tsc, ...options, ...types, example], { cwd: folder });
  });
});
