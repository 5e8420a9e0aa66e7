import pg from 'pg';
import { analyze, eventsHandled } from '../stack/database';
import { compare, type Comparison, type Contender, median, underLimit } from '../measuring/measure';
import { startBareTransactions } from './bare-transactions';
import { type Buyer, BUYERS, CARTS, checkOut, createBuyers, fillCart } from './buyers';
import { startBenchStack } from '../stack/stack';

const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.05 };
const ALONE = 20;
const ALONE_MS_MAX = 15;

/**
 * Measures checkouts of two numbers by eight accounts beside bare http and pg with a transaction of one INSERT, and one at a
 * time. The first round of each does not count, as in the other benches of requests: the first 200 checkouts of a process cost
 * it a quarter more CPU than those after them, while their code is compiled. Starts and deployments pay that once.
 */
export async function benchCheckout(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: BUYERS });
  try {
    const buyers = await createBuyers(stack, pool, BUYERS, CARTS);
    const fill = (buyer: Buyer) => Promise.all(buyer.keys.map((key) => fillCart(stack, key, buyer)));
    const ours: Contender = {
      name: 'Trunkline',
      perSecond: async () => {
        await Promise.all(buyers.map(fill));
        const began = performance.now();
        await Promise.all(
          buyers.map(async ({ keys }) => {
            for (const key of keys) await checkOut(stack, key);
          }),
        );
        const perSecond = (BUYERS * CARTS * 1000) / (performance.now() - began);
        await eventsHandled(pool);
        return perSecond;
      },
    };
    const name = `POST /v1/cart/checkout, two numbers, ${BUYERS} accounts`;
    const floor = await startBareTransactions(stack, pool, BUYERS);
    const together = await compare(
      name,
      { floor, ours },
      { ...ROUNDS, afterWarmUps: () => analyze(stack.databaseUrl) },
    ).finally(floor.stop);
    const [buyer] = buyers;
    if (!buyer) throw new Error('There is no buyer.');
    return [together, await alone(buyer, fill, (key) => checkOut(stack, key))];
  } finally {
    await pool.end();
    await stack.stop();
  }
}

async function alone(
  buyer: Buyer,
  fill: (buyer: Buyer) => Promise<unknown>,
  buy: (key: string) => Promise<void>,
): Promise<Comparison> {
  const times: number[] = [];
  while (times.length < ALONE) {
    await fill(buyer);
    for (const key of buyer.keys) {
      const began = performance.now();
      await buy(key);
      times.push(performance.now() - began);
    }
  }
  return underLimit('POST /v1/cart/checkout, two numbers, alone, p50', 'ms', ALONE_MS_MAX, median(times));
}
