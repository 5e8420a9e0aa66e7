import type { QueryRunner } from 'typeorm';

/** Receives what an operator should see of a long migration, line by line. */
export type Report = (line: string) => void;

const reports = new WeakMap<QueryRunner, Report>();

export function reportTo(db: QueryRunner, report: Report): void {
  reports.set(db, report);
}

/** Prints a line of progress, if anyone listens. */
export function report(db: QueryRunner, line: string): void {
  reports.get(db)?.(line);
}

/** Returns the time since `since` (of `performance.now`) in words. */
export function elapsed(since: number): string {
  const seconds = (performance.now() - since) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`;
}

/** Steps of the running migration that must not be taken twice. Forgotten once the migration has been recorded. */
const STEPS = 'trunkline_migration_steps';

/** Returns the recorded position of a step, or null. */
export async function positionOf<Position>(db: QueryRunner, step: string): Promise<{ position: Position } | null> {
  await db.query(`CREATE TABLE IF NOT EXISTS ${STEPS} (step text PRIMARY KEY, position jsonb NOT NULL)`);
  const [row] = (await db.query(`SELECT position FROM ${STEPS} WHERE step = $1`, [step])) as { position: Position }[];
  return row ?? null;
}

/** Records how far a step has come. Belongs into the transaction of what it records. */
export async function recordPosition(db: QueryRunner, step: string, position: unknown): Promise<void> {
  await db.query(
    `INSERT INTO ${STEPS} (step, position) VALUES ($1, $2) ON CONFLICT (step) DO UPDATE SET position = excluded.position`,
    [step, JSON.stringify(position)],
  );
}

/** Forgets all steps: their migration has been recorded. */
export async function forgetSteps(db: QueryRunner): Promise<void> {
  const [row] = (await db.query(`SELECT to_regclass('${STEPS}') IS NOT NULL AS exists`)) as { exists: boolean }[];
  if (row?.exists) await db.query(`DELETE FROM ${STEPS}`);
}
