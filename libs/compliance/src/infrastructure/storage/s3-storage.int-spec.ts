import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ReceivedFile, SealedBytes } from '../../application/documents/ports';
import { S3Storage } from './s3-storage';

const CONTENT = randomBytes(400_000);
const HALF = CONTENT.length / 2;

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

describe('S3Storage', () => {
  let folder: string;
  let server: Server;
  let storage: S3Storage;
  let answer: Answer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-s3-'));
    server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    storage = storageAt((server.address() as AddressInfo).port);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const storageAt = (port: number) =>
    new S3Storage({
      bucket: 'trunkline',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    });
  const aFile = (sealed: SealedBytes) => ({ storageKey: 'acc_1/scan', sealed }) as ReceivedFile;
  const inMemory = () => aFile([CONTENT.subarray(0, 1000), CONTENT.subarray(1000)]);
  const onDisk = () => {
    const path = join(folder, 'scan');
    writeFileSync(path, CONTENT);
    return aFile({ path });
  };
  const refuse = (response: ServerResponse) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');

  it.each([
    ['NoSuchKey', 404, true],
    // The answer to credentials that may not list the bucket.
    ['AccessDenied', 403, true],
    ['NoSuchBucket', 404, false],
    ['InvalidAccessKeyId', 403, false],
    ['SignatureDoesNotMatch', 403, false],
  ])('checks that the store would take a document: %s', async (code, status, isUp) => {
    answer = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
    };
    const [outcome] = await Promise.allSettled([storage.check()]);
    expect(outcome.status).toBe(isUp ? 'fulfilled' : 'rejected');
  });

  it('passes content on before the store has sent all of it', async () => {
    let sendRest = (): void => undefined;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, HALF));
      sendRest = () => void response.end(CONTENT.subarray(HALF));
    };
    const received: Buffer[] = [];
    for await (const chunk of await storage.get('acc_1/scan')) {
      received.push(chunk as Buffer);
      if (Buffer.concat(received).length === HALF) sendRest();
    }
    expect(Buffer.concat(received).equals(CONTENT)).toBe(true);
  });

  it('fails when the connection breaks within the content', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, HALF), () => response.destroy());
    };
    await expect(storage.get('acc_1/scan').then(buffer)).rejects.toThrow();
  });

  it.each([
    ['memory', inMemory],
    ['a file', onDisk],
  ])('sends content from %s with its length, and again after the store was busy', async (_place, file) => {
    const received: { readonly path: string | undefined; readonly length: string | undefined; body: Buffer }[] = [];
    answer = async (request, response) => {
      const { url: path, headers } = request;
      received.push({ path, length: headers['content-length'], body: await buffer(request) });
      if (received.length < 3) refuse(response);
      else response.end();
    };
    await storage.put(file());
    expect(received).toHaveLength(3);
    for (const { path, length, body } of received) {
      expect([path, length]).toEqual([expect.stringMatching(/^\/trunkline\/documents\/acc_1\/scan/), '400000']);
      expect(body.equals(CONTENT)).toBe(true);
    }
  });

  it.each([
    ['memory', inMemory],
    ['a file', onDisk],
  ])('is unavailable for content from %s when the store stays busy', async (_place, file) => {
    answer = async (request, response) => {
      await buffer(request);
      refuse(response);
    };
    await expect(storage.put(file())).rejects.toMatchObject({ code: 'unavailable', cause: expect.any(Error) });
    await expect(storage.get('acc_1/scan')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is unavailable where nothing listens, and rejects with the error of a missing object', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await expect(storageAt(port).get('acc_1/scan')).rejects.toMatchObject({ code: 'unavailable' });
    answer = (_request, response) => void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    await expect(storage.get('acc_1/scan')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});
