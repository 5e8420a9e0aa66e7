import { type Agent, type OutgoingHttpHeaders, request } from 'node:http';

export interface Posted {
  readonly url: string;
  readonly agent: Agent;
  readonly type: 'application/json' | 'application/x-www-form-urlencoded';
  readonly body: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Sends a POST request and returns the body of the response. Rejects unless the status is 200 or 201. */
export function post({ url, agent, type, body, headers: more }: Posted): Promise<string> {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), ...more };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode ?? 0}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Repeats `work` in parallel lanes for a time, and returns how often it completed per second. */
export async function perSecondOf(
  lanes: number,
  seconds: number,
  work: (lane: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  const run = async (lane: number): Promise<void> => {
    for (; performance.now() - startedAt < seconds * 1000; count++) await work(lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  return (count * 1000) / (performance.now() - startedAt);
}
