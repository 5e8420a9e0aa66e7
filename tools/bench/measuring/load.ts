import { randomInt } from 'node:crypto';
import { Agent, get } from 'node:http';
import autocannon from 'autocannon';
import { type Contender, percentile } from './measure';

const CONNECTIONS = 32;
/** Autocannon ends at a sample, so that runs last whole intervals. */
const SAMPLE_MS = 100;
/** So few connections that a response does not wait for others. */
const FEW = 2;
/** Requests that each connection sends in turn, drawn at random from all. */
const DRAWN = 200;

export interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Contender that serves many different GETs, in another order on each of enough connections to keep it busy. */
export function reader(name: string, url: string, requests: readonly Request[]): Contender {
  const draw = () => requests[randomInt(requests.length)] as autocannon.Request;
  return {
    name,
    perSecond: async (seconds) => {
      const { non2xx, errors, timeouts, ...result } = await autocannon({
        url,
        connections: CONNECTIONS,
        duration: seconds,
        sampleInt: SAMPLE_MS,
        setupClient: (client) => client.setRequests(Array.from({ length: DRAWN }, draw)),
      });
      if (non2xx + errors > 0) {
        throw new Error(`${name}: ${non2xx} refused, ${errors} failed, ${timeouts} of them without an answer in time.`);
      }
      return result.requests.total / result.duration;
    },
  };
}

/** Returns the p99 of a number of GET requests, in milliseconds. Ends with the last one, not at a sample. */
export async function slowestOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  amount: number,
): Promise<number> {
  return percentile(await timesOf(url, headers, amount), 0.99);
}

/** Returns how long each of a number of GET requests took, in milliseconds. */
export async function timesOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  amount: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: FEW });
  const times: number[] = [];
  let sent = 0;
  const lane = async () => {
    while (sent++ < amount) {
      const begun = performance.now();
      await read(url, agent, headers);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: FEW }, lane)).finally(() => agent.destroy());
  return times;
}

/** Reads the whole response. Rejects unless the status is 200. */
function read(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers }, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode ?? 0}.`));
      });
    });
    sent.on('error', reject);
  });
}
