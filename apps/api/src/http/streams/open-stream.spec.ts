import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Turns } from '@trunkline/kernel';
import { RecordingLog } from '@trunkline/platform/testing';
import type { Response } from 'express';
import { Text } from '../fields/fields';
import type { StreamPage } from './event-stream';
import { OpenStream } from './open-stream';

class Data {
  @Text({ description: 'A text.' }) text: string;
}

const KIBIBYTE = 1024;
const SLOW_MS = 100;

describe('OpenStream', () => {
  let server: Server;
  let reads = 0;
  let slowMs = SLOW_MS;
  let stream: OpenStream;
  let isAdmitted = true;
  let failure: Error | null = null;
  let pages: StreamPage[] = [];

  const pageOf = (n: number, size = 1, hasMore = false): StreamPage => ({
    messages: [{ id: `evt_${n}`, event: 'number.released', data: { text: 'x'.repeat(size) } }],
    position: { seq: n, eventId: `evt_${n}` },
    hasMore,
  });
  const read = (): Promise<StreamPage> => {
    reads++;
    if (failure) return Promise.reject(failure);
    const page = pages.length > 1 ? pages.shift() : pages[0];
    return Promise.resolve(page ?? { messages: [], position: { seq: 0, eventId: 'evt_0' }, hasMore: false });
  };
  const connect = async (): Promise<IncomingMessage> => {
    const { port } = server.address() as AddressInfo;
    const [response] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  };

  beforeEach(async () => {
    reads = 0;
    slowMs = SLOW_MS;
    isAdmitted = true;
    failure = null;
    pages = [];
    server = createServer((_request, response) => {
      const request = { name: 'events', type: Data, accountId: 'acc_1', start: { seq: 0, eventId: 'evt_0' }, read };
      const admitted = () => Promise.resolve(isAdmitted);
      const turns = new Turns(1);
      stream = new OpenStream(request, response as Response, admitted, turns, new RecordingLog(), slowMs);
      stream.begin();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('disconnects a client that does not read, and reads no more pages for it than fit the connection', async () => {
    // Endless, of 1 MiB each. The operating system buffers some on both sides.
    pages = [pageOf(1, KIBIBYTE * KIBIBYTE, true)];
    const response = await connect();
    response.pause();
    expect(await stream.ended).toBe('slow');
    expect(reads).toBeLessThan(20);
  });

  it('continues when a client reads slowly', async () => {
    slowMs = 60_000;
    pages = [pageOf(1, KIBIBYTE * KIBIBYTE, true), pageOf(2, KIBIBYTE * KIBIBYTE, true), pageOf(3), pageOf(3)];
    const response = await connect();
    response.pause();
    setTimeout(() => response.resume(), SLOW_MS);
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    while (!text.includes('evt_3')) await once(response, 'data');
    expect(stream.seq).toBe(3);
    response.destroy();
    expect(await stream.ended).toBe('client');
  });

  it('keeps the position when a read fails, and continues when it is woken', async () => {
    failure = new Error('the database is unavailable');
    const response = await connect();
    failure = null;
    pages = [pageOf(1)];
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    stream.wake();
    while (!text.includes('evt_1')) await once(response, 'data');
    expect(stream.seq).toBe(1);
    response.destroy();
    expect(await stream.ended).toBe('client');
  });

  it('ends a stream whose credential is no longer admitted', async () => {
    const response = await connect();
    response.resume();
    await stream.beat();
    isAdmitted = false;
    await stream.beat();
    expect(await stream.ended).toBe('revoked');
  });
});
