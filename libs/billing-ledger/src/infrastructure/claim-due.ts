import type { Database } from '@trunkline/platform';
import type { EntitySchema } from 'typeorm';

/** A charge or refund whose outcome the processor has not reported. */
interface OpenAtProcessor {
  readonly checks: number;
  readonly checkAt: Date | null;
  postponeCheck(now: Date): void;
}

/** Claims rows whose check is due, in the order of their check time, by postponing it. Concurrent sweeps claim others. */
export function claimDue<T extends OpenAtProcessor>(
  db: Database,
  schema: EntitySchema<T>,
  now: Date,
  limit: number,
): Promise<T[]> {
  return db.run(async () => {
    const table = db.table(schema);
    const due = await table.query('check_at <= $1 ORDER BY check_at LIMIT $2 FOR UPDATE SKIP LOCKED', [now, limit]);
    for (const each of due) {
      each.postponeCheck(now);
      await table.save(each, undefined, ['checks', 'checkAt']);
    }
    return due;
  });
}
