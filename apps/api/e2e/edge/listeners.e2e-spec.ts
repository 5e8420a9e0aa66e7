import { Database, loadSettings } from '@trunkline/platform';
import { eventually } from '@trunkline/platform/testing';
import { type RunningApi, startApi as start } from '../../src/create-api';
import { startApiApart, type TestApi, testEnvironment } from '../support';
import { itemsOf } from '../support/numbering/shopping';
import { Telephony } from '../support/telephony';

const at = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`;
const statusOf = async (port: number, path: string): Promise<number> => (await fetch(at(port, path))).status;

describe('a process', () => {
  const running: RunningApi[] = [];
  let environment: Record<string, string>;

  const startWith = async (LISTENERS: string): Promise<RunningApi> => {
    const api = await start(loadSettings({ ...environment, METRICS_PORT: '0', LISTENERS }), 0);
    running.push(api);
    return api;
  };
  const beats = async (api: RunningApi) =>
    (await api.app.get(Database).query('SELECT beat_at FROM voice.api_uptime')).length;

  beforeAll(async () => {
    environment = await testEnvironment();
  });
  afterAll(async () => {
    await Promise.all(running.map((api) => api.close()));
  });

  it('serves customers, and its metrics alone at METRICS_PORT, with LISTENERS=public', async () => {
    const api = await startWith('public');
    expect(api.internalPort).toBe(0);
    expect(await statusOf(api.port, '/health/ready')).toBe(200);
    expect(await statusOf(api.port, '/v1/accounts/me')).toBe(401);
    for (const path of ['/metrics', '/operator/audit', '/switch/route'])
      expect([path, await statusOf(api.port, path)]).toEqual([path, 404]);
    const metrics = await (await fetch(at(api.metricsPort, '/metrics'))).text();
    expect(metrics).toMatch(/^http_request_duration_seconds_count\{.*service="api".*\} [1-9]/m);
    for (const path of ['/', '/health', '/v1/accounts/me', '/operator/audit', '/switch/route'])
      expect([path, await statusOf(api.metricsPort, path)]).toEqual([path, 404]);
    // A switch that cannot reach the API is not silent.
    expect(await beats(api)).toBe(0);
  });

  it('serves switches, operators, metrics and health with LISTENERS=internal', async () => {
    const api = await startWith('internal');
    expect(api).toMatchObject({ port: 0, metricsPort: 0 });
    for (const path of ['/health', '/health/live', '/health/ready', '/metrics', '/operator/openapi.json'])
      expect([path, await statusOf(api.internalPort, path)]).toEqual([path, 200]);
    expect(await statusOf(api.internalPort, '/operator/audit')).toBe(401);
    expect(await statusOf(api.internalPort, '/switch/route')).toBe(401);
    for (const path of ['/v1/accounts/me', '/healthy', '/docs'])
      expect([path, await statusOf(api.internalPort, path)]).toEqual([path, 404]);
    const metrics = await (await fetch(at(api.internalPort, '/metrics'))).text();
    expect(metrics).toMatch(/^trunkline_switch_request_duration_seconds_count\{.*service="internal-api".*\} [1-9]/m);
    await eventually(async () => expect(await beats(api)).toBe(1));
  });

  it('serves no third listener with both, which is the default', async () => {
    const api = await startWith('public,internal');
    expect([api.port > 0, api.internalPort > 0, api.metricsPort]).toEqual([true, true, 0]);
    expect(loadSettings(environment).LISTENERS).toEqual(['public', 'internal']);
  });
});

describe('two processes, of which one serves the public listener and one the internal one,', () => {
  let api: TestApi;
  let telephony: Telephony;

  beforeAll(async () => {
    api = await startApiApart();
    telephony = await Telephony.make(api);
  });
  afterAll(() => api.stop());

  it('show a call that a switch reported', async () => {
    const id = await telephony.call();
    expect(itemsOf(await api.get('/v1/cdrs', telephony.customer))).toMatchObject([{ id }]);
  });

  it('apply a routing change and a suspension to the next call', async () => {
    const patch = (trunkId: string | null) =>
      api.patch(`/v1/numbers/${telephony.number}/routing`, { trunk_id: trunkId }, telephony.customer);
    expect((await patch(null)).status).toBe(200);
    expect((await telephony.route())['action']).toBe('reject');
    expect((await patch(telephony.trunkId)).status).toBe(200);
    expect((await telephony.route())['action']).toBe('route');
    const { accountId } = telephony.customer;
    const decide = (what: string) =>
      api.operator('POST', `/operator/accounts/${accountId}/${what}`, { reason: 'A test.' });
    expect((await decide('suspend')).status).toBe(200);
    const refused = await api.post('/v1/sip-trunks', { name: 'Second' }, telephony.customer);
    expect(refused.body.error?.code).toBe('account_suspended');
    expect((await decide('reinstate')).status).toBe(200);
  });

  it('share the test clock', async () => {
    const now = async () => Date.parse((await api.get('/health')).body['timestamp'] as string);
    const before = await now();
    expect((await api.operator('POST', '/operator/sandbox/clock', { advance_s: 3600 })).status).toBe(200);
    await eventually(async () => expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000));
  });
});
