import { request } from 'node:http';
import { eventually, lockWaits, OwnerConnection } from '@trunkline/platform/testing';
import { ApiProcess } from '../support/process';
import { type Customer, startApi, type TestApi, testEnvironment } from '../support';
import { StreamReader } from '../support/stream-reader';

/** A process, because its log lines are read. */
describe('a request whose client leaves before the response', () => {
  let api: ApiProcess;
  let maker: TestApi;
  let owner: OwnerConnection;
  let customer: Customer;

  const headers = () => ({ authorization: `Bearer ${customer.key}` });
  const lines = () =>
    api.log.split('\n').flatMap((line) => (line.includes('"msg":"request"') ? [JSON.parse(line) as object] : []));
  const countOf = async (...labels: string[]) => {
    const text = await (await fetch(`${api.internalUrl}/metrics`)).text();
    const counts = text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count'));
    const found = counts.filter((line) => [...labels, 'status="499"'].every((label) => line.includes(label)));
    return found.map((line) => Number(line.split(' ').at(-1)));
  };
  /** Sends a request, of which the client reads no response. */
  const sent = (method: string, path: string, more: Record<string, string> = {}) => {
    const open = request(`${api.url}${path}`, { method, headers: { ...headers(), ...more }, agent: false });
    open.on('error', () => undefined).flushHeaders();
    return open;
  };

  beforeAll(async () => {
    const environment = await testEnvironment();
    maker = await startApi(environment);
    customer = await maker.customers.make();
    owner = await OwnerConnection.open(environment['DATABASE_URL'] ?? '');
    api = await ApiProcess.start({ ...environment, LOG_LEVEL: 'info' });
  });
  afterAll(async () => {
    await owner.end();
    await api.kill('SIGTERM');
    await maker.stop();
  });

  it('is logged and counted with status 499', async () => {
    await owner.query('BEGIN');
    await owner.query('LOCK TABLE numbering.phone_numbers IN ACCESS EXCLUSIVE MODE');
    const open = sent('GET', '/v1/numbers', { 'x-request-id': 'left-early' });
    await lockWaits(owner);
    open.destroy();
    const expected = { requestId: 'left-early', route: '/v1/numbers', status: 499, accountId: customer.accountId };
    await eventually(() => expect(lines()).toContainEqual(expect.objectContaining(expected)));
    await owner.query('ROLLBACK');
    expect(await countOf('method="GET"', 'route="/v1/numbers"')).toEqual([1]);
    // It is the only line of the request, also once its handler has ended.
    expect((await fetch(`${api.url}/v1/numbers`, { headers: headers() })).status).toBe(200);
    await eventually(() =>
      expect(lines()).toContainEqual(expect.objectContaining({ route: '/v1/numbers', status: 200 })),
    );
    expect(lines().filter((line) => 'requestId' in line && line.requestId === 'left-early')).toHaveLength(1);
  });

  it('is logged and counted also while its body arrives', async () => {
    const type = { 'content-type': 'application/json', 'content-length': '1000', 'x-request-id': 'left-in-body' };
    const open = sent('POST', '/v1/sip-trunks', type);
    open.write('{"name": "Off');
    await new Promise((later) => setTimeout(later, 300));
    open.destroy();
    const expected = { requestId: 'left-in-body', method: 'POST', status: 499 };
    await eventually(() => expect(lines()).toContainEqual(expect.objectContaining(expected)));
    expect(await countOf('method="POST"')).toEqual([1]);
  });

  it('is logged with its own status if it is a stream, which ends when its client leaves', async () => {
    const stream = await StreamReader.open(api, '/v1/events/stream', customer, { 'x-request-id': 'a-stream' });
    stream.kill();
    const expected = { requestId: 'a-stream', route: '/v1/events/stream', status: 200 };
    await eventually(() => expect(lines()).toContainEqual(expect.objectContaining(expected)));
  });
});
