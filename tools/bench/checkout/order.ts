import pg from 'pg';
import { analyze, eventsHandled } from '../stack/database';
import { compare, type Comparison, type Contender } from '../measuring/measure';
import { startBareTransactions } from './bare-transactions';
import { BUYERS, CARTS, createBuyers, orderNumber } from './buyers';
import { startBenchStack } from '../stack/stack';

/** The target is that of a checkout of two numbers, for one. */
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1, target: 0.1 };

/**
 * Measures orders of one number by eight accounts beside bare http and pg with a transaction of one INSERT. The first round of
 * each does not count: in it their code is compiled, as checkout.ts says.
 */
export async function benchOrder(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: BUYERS });
  try {
    const buyers = await createBuyers(stack, pool, BUYERS, CARTS);
    const ours: Contender = {
      name: 'Trunkline',
      perSecond: async () => {
        const began = performance.now();
        await Promise.all(
          buyers.map(async (buyer) => {
            for (const key of buyer.keys) await orderNumber(stack, key, buyer);
          }),
        );
        const perSecond = (BUYERS * CARTS * 1000) / (performance.now() - began);
        await eventsHandled(pool);
        return perSecond;
      },
    };
    const floor = await startBareTransactions(stack, pool, BUYERS);
    return [
      await compare(
        `POST /v1/numbers, ${BUYERS} accounts`,
        { floor, ours },
        { ...ROUNDS, afterWarmUps: () => analyze(stack.databaseUrl) },
      ).finally(floor.stop),
    ];
  } finally {
    await pool.end();
    await stack.stop();
  }
}
