import { createSocket } from 'node:dgram';

const TIMEOUT_MS = 5_000;

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Sends one JSON-RPC request to Kamailio over UDP. Throws on its error. */
export async function rpc(port: number, method: string, params: readonly (string | number)[] = []): Promise<unknown> {
  const answer = await exchange(port, JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 }));
  if (answer.error) throw new Error(`${method}: ${answer.error.code} ${answer.error.message}`);
  return answer.result;
}

function exchange(port: number, request: string): Promise<Answer> {
  const socket = createSocket('udp4');
  return new Promise<Answer>((resolve, reject) => {
    const late = setTimeout(() => {
      reject(new Error(`Kamailio did not answer ${request}`));
    }, TIMEOUT_MS);
    socket.once('error', reject);
    socket.once('message', (data) => {
      clearTimeout(late);
      resolve(JSON.parse(data.toString()) as Answer);
    });
    socket.send(request, port, '127.0.0.1');
  }).finally(() => {
    socket.close();
  });
}
