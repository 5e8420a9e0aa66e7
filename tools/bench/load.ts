import autocannon from 'autocannon';
import type { Contender } from './measure';

const CONNECTIONS = 32;
/** So few that an answer waits for its own work, not for that of others. */
const FEW = 2;

/** One who answers the same GET again and again, or several in turn, over as many connections as keep it busy. */
export function reader(
  name: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[] = [],
): Contender {
  const requests = paths.length > 0 ? { requests: paths.map((path) => ({ path })) } : {};
  return {
    name,
    perSecond: async (seconds) => {
      const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers, ...requests });
      requireAnswers(name, result);
      return result.requests.total / result.duration;
    },
  };
}

/** How long the slowest in a hundred of so many answers to a GET took, in milliseconds. */
export async function slowestOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  amount: number,
): Promise<number> {
  const result = await autocannon({ url, connections: FEW, amount, headers });
  requireAnswers(url, result);
  return result.latency.p99;
}

function requireAnswers(name: string, { non2xx, errors }: autocannon.Result): void {
  if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} refused, ${errors} failed.`);
}
