import type { Database } from '@trunkline/platform';

const CONNECTIONS = 20;

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Opens every connection, so that what should run at once does not wait for connections. */
export async function openConnections(db: Database): Promise<void> {
  await Promise.all(times(CONNECTIONS, () => db.query('SELECT pg_sleep(0.05)')));
}

/** Counts what became of concurrent attempts: 'ok', or the code of the error. */
export async function outcomes(attempts: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const settled = await Promise.allSettled(attempts);
  const names = settled.map((each) => (each.status === 'fulfilled' ? 'ok' : String(each.reason.code ?? each.reason)));
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));
}
