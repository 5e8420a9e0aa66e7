import type { Database, Plan } from '@trunkline/platform';

/** A statement that the application ran: its text and an example of its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly plan: Plan;
}

/** Records the application's statements, so that both sides of a bench always run the same text. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<Statement[]> {
  const seen: Statement[] = [];
  const query = db.query.bind(db);
  db.query = (text, values, plan) => {
    seen.push({ text, values: [...(values ?? [])], plan: plan ?? 'once' });
    return query(text, values, plan);
  };
  const write = db.write.bind(db);
  db.write = (text, values, translate) => {
    seen.push({ text, values: [...(values ?? [])], plan: 'once' });
    return write(text, values, translate);
  };
  try {
    await work();
  } finally {
    db.query = query;
    db.write = write;
  }
  return seen;
}
