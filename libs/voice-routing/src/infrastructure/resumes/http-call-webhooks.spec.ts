import { TestClock } from '@trunkline/kernel/testing';
import { AddressGuard } from '@trunkline/platform';
import type { WebhookSecrets } from '../../application/resumes/ports';
import { HttpCallWebhooks } from './http-call-webhooks';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const SECRET = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq', previous: null, createdAt: new Date(0) };
const SETTINGS = {
  ALLOW_PRIVATE_WEBHOOKS: true,
  WEBHOOK_PORTS: [443],
  WEBHOOK_CONCURRENCY: 5,
  WEBHOOK_ACCOUNT_CONCURRENCY: 2,
};

describe('HttpCallWebhooks', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections();
  });

  const webhooks = (given: Partial<typeof SETTINGS> = {}) => {
    const secrets = { ensure: () => Promise.resolve(SECRET) } as unknown as WebhookSecrets;
    return new HttpCallWebhooks(new AddressGuard(), secrets, new TestClock(), { ...SETTINGS, ...given });
  };
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/call`;
  };
  const question = (url: string, accountId = 'acc_1') => ({ accountId, url, id: 'rd_1_rpt_1', body: { attempt: 1 } });

  it('returns the body of a 200 response, of at most 4 KiB', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(5000)));
    expect(await webhooks().ask(question(url))).toEqual({ body: 'x'.repeat(4096) });
  });

  it.each([204, 301, 404, 500])('fails with the status %i', async (status) => {
    const url = await serve((_request, response) => response.writeHead(status, { Location: '/' }).end());
    expect(await webhooks().ask(question(url))).toEqual({ failure: `The webhook answered with status ${status}.` });
  });

  it('fails after two seconds', async () => {
    const url = await serve(() => undefined);
    const begun = performance.now();
    expect(await webhooks().ask(question(url))).toEqual({ failure: 'No response within 2 seconds.' });
    expect(performance.now() - begun).toBeGreaterThan(1_900);
  });

  it('fails without a request to a private address or another port', async () => {
    let requests = 0;
    const url = await serve(() => (requests += 1));
    const guarded = webhooks({ ALLOW_PRIVATE_WEBHOOKS: false });
    for (const refused of [url, url.replace('http:', 'https:'), 'https://198.41.0.4:22/'])
      expect(await guarded.ask(question(refused))).toEqual({ failure: expect.stringMatching(/^The URL /) });
    expect(requests).toBe(0);
  });

  it('fails at once past the limits of an account and of the process, and recovers', async () => {
    const answers: (() => void)[] = [];
    const url = await serve((_request, response) => answers.push(() => response.end('{}')));
    const asked = webhooks();
    const waiting = ['acc_1', 'acc_1', 'acc_2', 'acc_2', 'acc_3'].map((account) => asked.ask(question(url, account)));
    const busy = { failure: 'Too many webhooks are being asked at once.' };
    expect(await asked.ask(question(url, 'acc_1'))).toEqual(busy);
    expect(await asked.ask(question(url, 'acc_4'))).toEqual(busy);
    while (answers.length < 5) await new Promise((next) => setTimeout(next, 5));
    for (const answer of answers) answer();
    expect(await Promise.all(waiting)).toEqual(Array(5).fill({ body: '{}' }));
    const again = asked.ask(question(url, 'acc_1'));
    while (answers.length < 6) await new Promise((next) => setTimeout(next, 5));
    answers[5]?.();
    expect(await again).toEqual({ body: '{}' });
  });
});
