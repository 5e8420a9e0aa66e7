import { once } from 'node:events';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { GracefulServer, RECENT_MS } from './graceful-server';

const CONNECTIONS = 100;

/** Opens the connections at once, sends a request over each, and posts how many responses arrived. */
const CLIENTS = `
  const { createConnection } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  let answered = 0;
  let left = ${CONNECTIONS};
  for (let i = 0; i < ${CONNECTIONS}; i++) {
    const socket = createConnection(workerData.port, '127.0.0.1');
    socket.once('connect', () => Atomics.add(workerData.connected, 0, 1));
    socket.once('data', (data) => (answered += data.toString().startsWith('HTTP/1.1 200') ? 1 : 0));
    socket.once('error', () => undefined);
    socket.once('close', () => --left === 0 && parentPort.postMessage(answered));
    socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 0\\r\\n\\r\\n');
  }
`;

describe('GracefulServer', () => {
  it('answers the connections that wait to be accepted when it closes', async () => {
    const server = new GracefulServer(
      createServer((_request, response) => response.end('ok')),
      RECENT_MS,
    );
    const port = await server.listen(0, '127.0.0.1');
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const clients = new Worker(CLIENTS, { eval: true, workerData: { port, connected } });
    // The event loop stands still meanwhile, as it does under load: the kernel alone answers the connections.
    while (Atomics.load(connected, 0) < CONNECTIONS);
    const closed = server.close();
    expect(await once(clients, 'message')).toEqual([CONNECTIONS]);
    await closed;
  });
});
