import type { Database, Plan } from '@trunkline/platform';

/** A statement as the application ran it: its text, and one example of its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly plan: Plan;
}

/** Looks over the application's shoulder, so that both sides of a bench run the same text whatever becomes of it. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const query = db.query.bind(db);
  db.query = (text, values, plan) => {
    seen.push({ text, values: [...(values ?? [])], plan: plan ?? 'once' });
    return query(text, values, plan);
  };
  try {
    await work();
  } finally {
    db.query = query;
  }
  return seen;
}
