import autocannon from 'autocannon';
import type { Contender } from './measure';

const CONNECTIONS = 32;

/** One who answers the same GET again and again, over as many connections as keep it busy. */
export function reader(name: string, url: string, headers: Readonly<Record<string, string>>): Contender {
  return {
    name,
    perSecond: async (seconds) => {
      const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
      if (result.non2xx + result.errors > 0) {
        throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed.`);
      }
      return result.requests.total / result.duration;
    },
  };
}
