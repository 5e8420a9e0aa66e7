// Floor of the sign-in bench: bare Node http that only compares the password, as many at once as the API does.
import { verify } from '@node-rs/argon2';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';

const { PASSWORD_HASH: hash = '' } = process.env;
const HASHES_AT_ONCE_MAX = Math.min(Math.max(availableParallelism() - 1, 1), 3);

const lanes = Array.from({ length: HASHES_AT_ONCE_MAX }, () => Promise.resolve(true));
let next = 0;

function isRight(password: string): Promise<boolean> {
  const lane = next++ % lanes.length;
  return (lanes[lane] = (lanes[lane] ?? Promise.resolve(true)).then(() => verify(hash, password)));
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    const { password } = JSON.parse(text) as { password: string };
    void isRight(password).then((right) => response.writeHead(right ? 200 : 401).end('{}'));
  });
}).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)));
