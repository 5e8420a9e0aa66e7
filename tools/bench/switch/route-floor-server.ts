// Floor of routed calls: bare Node http and pg, which run the statements of a call one after the other, with ids of its own:
// those that read, and those that write in a transaction.
import { randomBytes, randomInt } from 'node:crypto';
import type { PoolClient } from 'pg';
import { planOf, pool, serve } from '../floor/floor-http';
import type { Statement } from '../measuring/statements';
import type { CalledCustomer } from './customers';

/** The statements of a routed call. */
export interface RoutePlan {
  readonly reads: readonly Statement[];
  /** Those of its transaction. */
  readonly writes: readonly Statement[];
  /** Texts in the values that are new with each call. */
  readonly fresh: readonly string[];
  /** Whose texts replace those of the first, in the order of the members. */
  readonly customers: readonly Readonly<Record<keyof CalledCustomer, string>>[];
}

const { reads, writes, fresh, customers } = planOf<RoutePlan>();
const original = Object.values(customers[0] ?? {});

/** Replaces texts in a value, or leaves it. */
type Fill = (replacements: ReadonlyMap<string, string>) => unknown;

interface Step {
  readonly name: string;
  readonly text: string;
  readonly fills: readonly Fill[];
}

function fillOf(value: unknown): Fill {
  const json = JSON.stringify(value);
  const found = [...original, ...fresh].filter((text) => json.includes(text));
  if (found.length === 0) return () => value;
  return (replacements) => {
    const filled = found.reduce((text, each) => text.replaceAll(each, replacements.get(each) ?? each), json);
    return JSON.parse(filled) as unknown;
  };
}

const stepsOf = (name: string, statements: RoutePlan['reads']): Step[] =>
  statements.map(({ text, values }, n) => ({ name: `${name}${n}`, text, fills: values.map(fillOf) }));
const steps = { reads: stepsOf('r', reads), writes: stepsOf('w', writes) };

/** The number of another account, and ids that no other call has. */
function drawn(): Map<string, string> {
  const customer = Object.values(customers[randomInt(customers.length)] ?? {});
  return new Map([
    ...original.map((text, n) => [text, customer[n] ?? text] as const),
    ...fresh.map((text) => [text, randomBytes(12).toString('hex')] as const),
  ]);
}

async function run(client: PoolClient, each: readonly Step[], replacements: ReadonlyMap<string, string>) {
  for (const { name, text, fills } of each)
    await client.query({ name, text, values: fills.map((fill) => fill(replacements)) });
}

serve(async () => {
  const replacements = drawn();
  const client = await pool.connect();
  try {
    await run(client, steps.reads, replacements);
    await client.query('BEGIN');
    await run(client, steps.writes, replacements);
    await client.query('COMMIT');
    return [200, { action: 'route' }];
  } finally {
    client.release();
  }
});
