import type { Database } from '../database/database';

export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns the number of statements that `work` executes. */
export async function countStatements(db: Database, work: () => Promise<unknown>): Promise<number> {
  return (await sentStatements(db, work)).length;
}

/** Returns the texts of the statements that `work` executes. */
export async function recordStatements(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  return (await sentStatements(db, work)).map(({ text }) => text);
}

/** Returns the statements that `work` executes, with their values. */
export async function sentStatements(db: Database, work: () => Promise<unknown>): Promise<SentStatement[]> {
  const query = db.query.bind(db);
  const write = db.write.bind(db);
  const sent: SentStatement[] = [];
  db.query = (...given: Parameters<typeof query>) => {
    sent.push({ text: given[0], values: given[1] ?? [] });
    return query(...given);
  };
  db.write = (...given) => {
    sent.push({ text: given[0], values: given[1] ?? [] });
    return write(...given);
  };
  try {
    await work();
  } finally {
    Object.assign(db, { query, write });
  }
  return sent;
}
