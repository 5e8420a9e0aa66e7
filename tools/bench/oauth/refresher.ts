import { Agent, request } from 'node:http';
import type { Contender } from '../measure';

export interface RefreshPlan {
  /** Address of the token endpoint. */
  readonly url: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** One refresh token for each chain; chains are refreshed at the same time. */
  readonly tokens: readonly string[];
}

/** Contender that refreshes each chain again and again, and counts the rotations. */
export function refresher(name: string, { url, client, tokens }: RefreshPlan): Contender {
  const chains = [...tokens];
  const agent = new Agent({ keepAlive: true, maxSockets: chains.length });
  const rotate = async (index: number): Promise<void> => {
    const form = { ...client, grant_type: 'refresh_token', refresh_token: chains[index] ?? '' };
    chains[index] = await refreshed(url, agent, new URLSearchParams(form).toString());
  };
  return {
    name,
    perSecond: async (seconds) => {
      const startedAt = performance.now();
      let count = 0;
      const work = async (index: number): Promise<void> => {
        for (; performance.now() - startedAt < seconds * 1000; count++) await rotate(index);
      };
      await Promise.all(chains.map((_, index) => work(index)));
      return (count * 1000) / (performance.now() - startedAt);
    },
  };
}

function refreshed(url: string, agent: Agent, body: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        const token = (JSON.parse(text) as { refresh_token?: string }).refresh_token;
        if (token === undefined) reject(new Error(`${url} refused a refresh: ${text}`));
        else resolve(token);
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
