import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Runs in a thread of its own, so that neither contender waits for it. */
const SERVER = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
let arrivals = [];
const server = createServer((request, response) => {
  const at = performance.timeOrigin + performance.now();
  let body = '';
  request.setEncoding('latin1').on('data', (text) => (body += text));
  request.on('end', () => {
    if (request.url.startsWith('/hang')) return;
    arrivals.push([/"number_id":"(\\w+)"/.exec(body)[1] + ' ' + request.url, at]);
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
parentPort.on('message', (what) => {
  parentPort.postMessage(what === 'count' ? arrivals.length : arrivals);
  if (what === 'take') arrivals = [];
});
`;

export interface Arrival {
  /** Id of the number in the event, and path. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Answers 204 at once, and never under /hang. */
export class BenchReceiver {
  private constructor(
    private readonly thread: Worker,
    private readonly port: number,
  ) {}

  static async start(): Promise<BenchReceiver> {
    const thread = new Worker(SERVER, { eval: true });
    const [port] = (await once(thread, 'message')) as [number];
    return new BenchReceiver(thread, port);
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async count(): Promise<number> {
    return (await this.ask('count')) as number;
  }

  /** Returns the requests since the last call. */
  async take(): Promise<Arrival[]> {
    return ((await this.ask('take')) as [string, number][]).map(([key, at]) => ({ key, at }));
  }

  async stop(): Promise<void> {
    await this.thread.terminate();
  }

  private async ask(what: 'count' | 'take'): Promise<unknown> {
    this.thread.postMessage(what);
    const [answer] = (await once(this.thread, 'message')) as [unknown];
    return answer;
  }
}
