import { ask, textAt } from '../tour/http';
import type { Stack } from '../tour/stack';
import type { Contender } from './measuring/measure';
import { onClient } from './stack/database';

/** The address that the calls of the bench come from, which the first carrier delivers. */
const SOURCE = '127.0.0.1/32';
const CARRIERS = ['Cheap', 'Fair', 'Dear'];

const SET = `UPDATE cdr.deck_activations SET ended_at = CASE WHEN $1 THEN NULL ELSE now() END WHERE carrier_id IS NOT NULL`;

/** Creates three carriers with decks of these prices. Returns a function that puts their decks in force, or out of it. */
export async function costDecks(stack: Stack, file: string): Promise<(isInForce: boolean) => Promise<void>> {
  const headers = { authorization: `Bearer ${stack.operatorToken}` };
  const carriers = `${stack.internalUrl}/operator/carriers`;
  for (const [index, name] of CARRIERS.entries()) {
    const sources = index === 0 ? { source_networks: [SOURCE] } : {};
    const body = { name, host: '127.0.0.1', port: 5090 + index, selection: 'least_cost', allow_loss: true, ...sources };
    const carrier = await ask('POST', carriers, { headers, body });
    const decks = `${carriers}/${textAt(carrier.body, 'data.id')}/rate-decks`;
    const csv = { ...headers, 'content-type': 'text/csv' };
    const uploaded = await fetch(`${decks}?name=Costs`, { method: 'POST', headers: csv, body: file });
    const answer: unknown = await uploaded.json();
    const activated = await ask('POST', `${decks}/${textAt(answer, 'data.id')}/activate`, { headers, body: {} });
    if (activated.status !== 200) throw new Error(JSON.stringify(activated.body));
  }
  return (isInForce) =>
    onClient(stack.databaseUrl, async (client) => {
      await client.query(SET, [isInForce]);
    });
}

/** The contender, with the decks of carriers in force or not. */
export function withCosts(
  contender: Contender,
  isInForce: boolean,
  set: Awaited<ReturnType<typeof costDecks>>,
): Contender {
  return {
    name: `${contender.name}, ${isInForce ? 'three' : 'no'} cost decks`,
    perSecond: async (seconds) => {
      await set(isInForce);
      return contender.perSecond(seconds);
    },
  };
}
