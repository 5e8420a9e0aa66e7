import type { Database } from '../database/database';

/** Returns the number of statements that `work` executes. */
export async function countStatements(db: Database, work: () => Promise<unknown>): Promise<number> {
  const query = db.query.bind(db);
  const write = db.write.bind(db);
  let count = 0;
  db.query = (...given: Parameters<typeof query>) => {
    count++;
    return query(...given);
  };
  db.write = (...given) => {
    count++;
    return write(...given);
  };
  try {
    await work();
  } finally {
    Object.assign(db, { query, write });
  }
  return count;
}
