import { createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@trunkline/platform/testing';
import { type Customer, startApi, type TestApi } from '../../support';
import { aPdf } from '../../support/files';

const PATH = '/v1/compliance/documents';
/** Documents of one account that are inspected at a time, and that wait. */
const [RUNNING_MAX, WAITING_MAX] = [2, 20];
const HELD = 'held by the scanner';
const OK = 'stream: OK\0';

describe(`the turns of ${PATH}`, () => {
  let api: TestApi;
  let scanner: Server;
  const held = new Set<Socket>();
  let isHolding = true;

  beforeAll(async () => {
    // Answers as clamd does, but keeps documents with a mark until the test releases them.
    scanner = createServer((socket) => {
      let isMarked = false;
      socket.on('error', () => undefined);
      socket.on('data', (chunk: Buffer) => {
        isMarked ||= chunk.includes(HELD);
        if (!chunk.subarray(-4).equals(Buffer.alloc(4))) return;
        if (isMarked && isHolding) held.add(socket);
        else socket.end(OK);
      });
    });
    await new Promise<void>((listening) => scanner.listen(0, '127.0.0.1', listening));
    const { port } = scanner.address() as { port: number };
    api = await startApi({ CLAMD_ADDRESS: `127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await api.stop();
    scanner.close();
  });

  const upload = async (content: Buffer, { key }: Customer) => {
    const form = new FormData();
    form.append('doc_type', 'passport');
    form.append('file', new Blob([new Uint8Array(content)]), 'scan.pdf');
    const answer = await fetch(`${api.url}${PATH}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${key}` },
    });
    const { error } = (await answer.json()) as { error?: { code: string } };
    return [answer.status, error?.code, answer.headers.get('retry-after')];
  };

  it('takes documents of other accounts while those of one account wait, and returns 503 past its queue', async () => {
    const [busy, other] = [await api.customers.make(), await api.customers.make()];
    const marked = Buffer.concat([Buffer.from('%PDF-1.7\n% '), Buffer.from(`${HELD}\n`)]);
    const replies: unknown[][] = [];
    const uploads = Array.from({ length: RUNNING_MAX + WAITING_MAX + 1 }, async () => {
      replies.push(await upload(marked, busy));
    });
    await eventually(() => expect(replies).toEqual([[503, 'unavailable', '20']]));
    expect(held.size).toBe(RUNNING_MAX);
    expect(await upload(await aPdf(), other)).toEqual([201, undefined, null]);
    expect(replies).toHaveLength(1);
    isHolding = false;
    for (const socket of held) socket.end(OK);
    await Promise.all(uploads);
    expect(replies.slice(1)).toEqual(
      Array.from({ length: RUNNING_MAX + WAITING_MAX }, () => [422, 'document_unreadable', null]),
    );
  }, 60_000);
});
