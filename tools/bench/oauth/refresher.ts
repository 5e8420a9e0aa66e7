import { Agent } from 'node:http';
import type { Contender } from '../measuring/measure';
import { perSecondOf, post } from '../measuring/post';

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
    const body = new URLSearchParams(form).toString();
    const text = await post({ url, agent, type: 'application/x-www-form-urlencoded', body });
    chains[index] = (JSON.parse(text) as { refresh_token: string }).refresh_token;
  };
  return { name, perSecond: (seconds) => perSecondOf(chains.length, seconds, rotate) };
}
