// Floor of the sign-in bench: bare Node http that only compares the password, on every core.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { planOf, serve } from '../floor/floor-http';

const { hash } = planOf<{ readonly hash: string }>();
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

serve(async (request) => {
  const { password } = JSON.parse(await text(request)) as { password: string };
  return (await isRight(password)) ? [200, {}] : [401, {}];
});
