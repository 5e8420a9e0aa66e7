import type { Database } from '../database/database';

/** Returns the number of statements that `work` executes. */
export async function countStatements(db: Database, work: () => Promise<unknown>): Promise<number> {
  return (await recordStatements(db, work)).length;
}

/** Returns the texts of the statements that `work` executes. */
export async function recordStatements(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const query = db.query.bind(db);
  const write = db.write.bind(db);
  const texts: string[] = [];
  db.query = (...given: Parameters<typeof query>) => {
    texts.push(given[0]);
    return query(...given);
  };
  db.write = (...given) => {
    texts.push(given[0]);
    return write(...given);
  };
  try {
    await work();
  } finally {
    Object.assign(db, { query, write });
  }
  return texts;
}
