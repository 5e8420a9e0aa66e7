// Floor of the sign-in bench: bare Node http that only compares the password, on every core.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const { PASSWORD_HASH: hash = '' } = process.env;
const LIBRARY = createRequire(import.meta.url).resolve('@node-rs/argon2');

/** In each thread, the next password waits while one is compared. */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { verifySync } = require(workerData.library);
parentPort.on('message', (password) => parentPort.postMessage(verifySync(workerData.hash, password)));`;

class Thread {
  private readonly worker = new Worker(SOURCE, { eval: true, workerData: { library: LIBRARY, hash } });
  private readonly unanswered: ((isRight: boolean) => void)[] = [];

  constructor() {
    this.worker.on('message', (isRight: boolean) => this.unanswered.shift()?.(isRight));
  }

  isRight(password: string): Promise<boolean> {
    this.worker.postMessage(password);
    return new Promise((resolve) => this.unanswered.push(resolve));
  }
}

const threads = Array.from({ length: availableParallelism() }, () => new Thread());
let next = 0;

async function isRight(password: string): Promise<boolean> {
  return (await threads[next++ % threads.length]?.isRight(password)) ?? false;
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    const { password } = JSON.parse(text) as { password: string };
    void isRight(password).then((right) => response.writeHead(right ? 200 : 401).end('{}'));
  });
}).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)));
