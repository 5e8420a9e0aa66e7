import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Response } from 'express';
import { Download, sendFile } from './download';

describe('sendFile', () => {
  let server: Server;
  let content: Readable;
  let outcome: Promise<string>;

  beforeAll(async () => {
    server = createServer((_, response) => {
      outcome = sendFile(response as Response, new Download('application/pdf', { fileName: 'a.pdf', content })).then(
        () => 'sent',
        (error: unknown) => {
          if (!response.headersSent) response.writeHead(500).end();
          return (error as Error).message;
        },
      );
    }).listen(0);
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  const get = (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { ...(signal && { signal }) });

  it('sends the type, the name and all bytes of a file', async () => {
    content = Readable.from([Buffer.from('%PDF-'), Buffer.alloc(200_000, 7), Buffer.from('%%EOF')]);
    const answer = await get();
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a.pdf"');
    expect([bytes.length, bytes.subarray(-5).toString()]).toEqual([200_010, '%%EOF']);
    expect(await outcome).toBe('sent');
  });

  it('rejects before it sends headers when the first read fails', async () => {
    content = Readable.from(
      (async function* () {
        yield await Promise.reject<Buffer>(new Error('No ink.'));
      })(),
    );
    expect((await get()).status).toBe(500);
    expect(await outcome).toBe('No ink.');
  });

  it('aborts the response when a later read fails', async () => {
    let fail = (): void => undefined;
    const answered = new Promise<void>((resolve) => (fail = resolve));
    content = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000);
        await answered;
        throw new Error('No ink.');
      })(),
    );
    const answer = await get();
    fail();
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(await outcome).toBe('No ink.');
  });

  it('stops reading when the client disconnects', async () => {
    let produced = 0;
    content = Readable.from(
      (async function* () {
        for (; produced < 10_000; produced++) {
          yield Buffer.alloc(100_000);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      })(),
    );
    const controller = new AbortController();
    await get(controller.signal);
    controller.abort();
    expect(await outcome).toBe('sent');
    expect(content.destroyed).toBe(true);
    expect(produced).toBeLessThan(10_000);
  });
});
