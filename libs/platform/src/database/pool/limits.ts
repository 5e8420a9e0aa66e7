import type { PoolClient } from 'pg';
import type { WorkLimits } from './work';

/** The limits that hold for a connection, or for each of its transactions. */
const limits = new WeakMap<PoolClient, { readonly limits: WorkLimits; readonly isLocal: boolean }>();

/**
 * Sets the limits of the work that receives a connection. With a session of its own they are sent when they differ from those
 * of the connection's last work, ahead of the work's first statement and without a wait. In a `shared` session nothing is set,
 * because other clients would inherit it: `localLimitsOf` goes with each transaction.
 */
export function setLimits(client: PoolClient, next: WorkLimits, session: 'own' | 'shared'): void {
  const last = limits.get(client);
  const isLocal = session === 'shared';
  limits.set(client, { limits: next, isLocal });
  if (isLocal || (last?.limits.statementMs === next.statementMs && last.limits.lockMs === next.lockMs)) return;
  // A connection that cannot execute it rejects the work's statements, too.
  client.query(settings('SET', next)).catch(() => undefined);
}

/** Returns the statements that limit a transaction on this connection, or null if the limits hold for the connection. */
export function localLimitsOf(client: PoolClient): string | null {
  const known = limits.get(client);
  return known?.isLocal ? settings('SET LOCAL', known.limits) : null;
}

function settings(set: 'SET' | 'SET LOCAL', { statementMs, lockMs }: WorkLimits): string {
  return `${set} statement_timeout = ${statementMs}; ${set} lock_timeout = ${lockMs}`;
}
