import { createSocket, type Socket } from 'node:dgram';
import { RpcClient, RpcError } from './rpc-client';

describe('JSON-RPC to Kamailio', () => {
  let server: Socket;
  let client: RpcClient;
  let answer: (request: { id: number; method: string }) => string[];

  beforeEach(async () => {
    server = createSocket('udp4');
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    server.on('message', (data, { port, address }) => {
      for (const text of answer(JSON.parse(data.toString()) as { id: number; method: string }))
        server.send(text, port, address);
    });
    client = new RpcClient({ host: '127.0.0.1', port: server.address().port }, 300);
    await client.open('127.0.0.1');
  });
  afterEach(async () => {
    await client.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const failure = (call: Promise<unknown>) =>
    call.then(
      () => null,
      (error: unknown) => (error instanceof RpcError ? [error.message, error.code] : error),
    );

  it('matches answers by id, whatever their order', async () => {
    const held: string[] = [];
    answer = ({ id, method }) => {
      held.push(JSON.stringify({ jsonrpc: '2.0', id, result: method }));
      return held.length === 2 ? held.toReversed() : [];
    };
    expect(await Promise.all([client.call('one'), client.call('two')])).toEqual(['one', 'two']);
  });

  it('rejects with the error of Kamailio', async () => {
    answer = ({ id }) => [JSON.stringify({ jsonrpc: '2.0', id, error: { code: 404, message: 'Not Found' } })];
    expect(await failure(client.call('tm.cancel'))).toEqual(['tm.cancel: Not Found', 404]);
  });

  it('ignores what is no answer to a request, and gives up after its time', async () => {
    answer = ({ id }) => ['not JSON', '[]', JSON.stringify({ id: id + 1, result: 1 }), JSON.stringify({ result: 1 })];
    expect(await failure(client.call('core.version'))).toEqual(['core.version was not answered', null]);
  });

  it('rejects what waits when it closes', async () => {
    answer = () => [];
    const waiting = failure(client.call('core.version'));
    await client.close();
    expect(await waiting).toEqual(['core.version was given up', null]);
  });
});
