import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Metrics } from '@trunkline/platform';
import { eventually, RecordingLog } from '@trunkline/platform/testing';
import { GracefulServer } from '../graceful-server';
import { createSwitchHandler } from './switch-handler';
import { SwitchMetrics } from './switch-metrics';
import { SwitchTokens } from './switch-tokens';

const TOKEN = 'the-token-of-a-switch';
const TOKEN_OF_SW9 = 'the-token-of-switch-nine';
const BATCH_BYTES = 32 * 1024;

describe('a request of a switch', () => {
  let server: Server;
  let log: RecordingLog;
  let endpoint: () => Promise<object>;

  beforeEach(async () => {
    log = new RecordingLog();
    endpoint = () => Promise.resolve({});
    const endpoints = new Map(
      ['/switch/gateway-health', '/switch/cdrs'].map((path) => [`POST ${path}`, () => endpoint()]),
    );
    const metrics = new SwitchMetrics(
      new Metrics('test'),
      () => Promise.resolve(0),
      () => 0,
    );
    server = createServer(
      createSwitchHandler(endpoints, new SwitchTokens([TOKEN, `sw9=${TOKEN_OF_SW9}`]), metrics, log),
    );
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(() => new Promise((closed) => server.close(closed)));

  const REPORT = JSON.stringify({ gateway_id: 'gw_1', ok: true, sip_code: 200, rtt_ms: 4 });
  const post = (path: string, headers: Readonly<Record<string, string>> = {}, body = REPORT) =>
    fetch(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, connection: 'close', ...headers },
      body,
    });

  it('has a log line with its id, path, status and duration, and nothing of its body', async () => {
    const answer = await post('/switch/gateway-health', { 'x-request-id': 'req-1' });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'req-1']);
    const fields = { requestId: 'req-1', path: '/switch/gateway-health', status: 200, ms: expect.any(Number) };
    expect(log.lines).toEqual([{ level: 'info', fields, message: 'switch request' }]);
  });

  it('is given an id when its own is missing or odd', async () => {
    const answer = await post('/switch/gateway-health', { 'x-request-id': 'a b' });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is logged under `other` for a path that does not exist', async () => {
    expect((await post('/switch/+12025550100')).status).toBe(404);
    expect(log.lines.map(({ fields }) => fields)).toEqual([expect.objectContaining({ path: 'other', status: 404 })]);
  });

  it('returns 401 with WWW-Authenticate without a known token', async () => {
    const answer = await post('/switch/gateway-health', { authorization: 'Bearer unknown' });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('returns 500 with the id, and logs the error under it, when a use case fails', async () => {
    endpoint = () => Promise.reject(new Error('broken'));
    const answer = await post('/switch/gateway-health', { 'x-request-id': 'req-2' });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain('req-2');
    expect(log.lines[0]).toEqual({
      level: 'error',
      fields: { err: new Error('broken'), requestId: 'req-2' },
      message: 'a switch request failed',
    });
  });

  it.each(['cdrs', 'events'])(
    'returns 403 for another switch than the token is bound to, beside a list of %s',
    async (list) => {
      const headers = { authorization: `Bearer ${TOKEN_OF_SW9}` };
      const status = async (switchId: string) => {
        const body = JSON.stringify({ switch_id: switchId, [list]: [] });
        return (await post('/switch/gateway-health', headers, body)).status;
      };
      expect([await status('sw1'), await status('sw9')]).toEqual([403, 200]);
    },
  );

  describe('with a batch of CDRs', () => {
    const batch = JSON.stringify({ cdrs: [{ call_id: 'c'.repeat(BATCH_BYTES) }] });
    let running: (() => void)[];

    /** Lets the batches end that are being processed. */
    const end = () => running.splice(0).forEach((resolve) => resolve());

    const openConnections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

    beforeEach(() => {
      running = [];
      endpoint = () => new Promise((resolve) => running.push(() => resolve({ outcomes: [] })));
    });

    it('waits while four others are processed, and does not delay other requests', async () => {
      const batches = Array.from({ length: 10 }, () => post('/switch/cdrs', {}, batch));
      for (const count of [4, 4, 2]) {
        await eventually(() => expect(running).toHaveLength(count));
        const others = [post('/switch/gateway-health'), post('/switch/cdrs')];
        await eventually(() => expect(running).toHaveLength(count + others.length));
        end();
        await Promise.all(others);
      }
      expect((await Promise.all(batches)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    });

    it('is answered when it waits while the server stops', async () => {
      const graceful = new GracefulServer(server, 0);
      const batches = Array.from({ length: 6 }, () => post('/switch/cdrs', {}, batch));
      await eventually(async () => expect(await openConnections()).toBe(6));
      await eventually(() => expect(running).toHaveLength(4));
      const closed = graceful.close();
      end();
      await eventually(() => expect(running).toHaveLength(2));
      end();
      expect((await Promise.all(batches)).map(({ status }) => status)).toEqual(Array(6).fill(200));
      await closed;
    });
  });
});
