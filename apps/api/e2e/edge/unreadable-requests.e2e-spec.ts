import { connect } from 'node:net';
import { startApi, type TestApi } from '../support';

const LARGE = 'x'.repeat(20_000);
const LOGIN = 'POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const UNREADABLE: [string, string][] = [
  ['a URL of 20,000 characters', `GET /v1/numbers?q=${LARGE} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  ['a header of 20,000 characters', `GET /v1/numbers HTTP/1.1\r\nHost: localhost\r\nX-Large: ${LARGE}\r\n\r\n`],
  ['an unknown method', 'GRAB /v1/numbers HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an unknown version', 'GET /v1/numbers HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['a control character in a header', 'GET /v1/numbers HTTP/1.1\r\nHost: localhost\r\nX-A: a\u0000b\r\n\r\n'],
  ['two lengths', `${LOGIN}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['an invalid length', `${LOGIN}Content-Length: -1\r\n\r\n`],
];

describe('requests that cannot be read', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  /** Returns what the server sends until it closes the connection. */
  const exchange = (port: number, text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
      socket.on('error', reject);
    });
  const portOf = (url: string) => Number(new URL(url).port);

  it.each(UNREADABLE)('return 400 malformed_request in the envelope for %s', async (_what, text) => {
    for (const url of [api.url, api.internalUrl]) {
      const [head = '', body = ''] = (await exchange(portOf(url), text)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/^x-request-id: [\w-]+$/im);
      expect(head).toMatch(/^content-type: application\/json/im);
      expect(JSON.parse(body)).toEqual({
        ok: false,
        error: { code: 'malformed_request', message: expect.any(String) },
      });
    }
  });

  it('name the limit of URL and headers', async () => {
    const answer = await exchange(portOf(api.url), `GET /?${LARGE} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(answer).toContain('larger than 16 KiB');
  });

  it('follow the complete answer to the request before them in the connection', async () => {
    const first = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const socket = connect(portOf(api.url), '127.0.0.1');
    const ended = new Promise<void>((resolve) => socket.on('end', resolve));
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.endsWith('{"ok":true}')) socket.write('GRAB / HTTP/1.1\r\n\r\n');
    });
    socket.write(first);
    await ended;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});
