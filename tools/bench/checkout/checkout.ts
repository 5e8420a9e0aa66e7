import pg from 'pg';
import { analyze } from '../stack/database';
import { compare, type Comparison, median, underLimit } from '../measuring/measure';
import { startBareTransactions } from './bare-transactions';
import {
  type Buyer,
  BUYERS,
  checkOut,
  createBuyers,
  fillCart,
  orderNumber,
  type Purchase,
  purchasesPerSecond,
} from './buyers';
import { startBenchStack } from '../stack/stack';

const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1 };
const ALONE = 20;
const ALONE_MS_MAX = 40;

interface MeasuredPurchase extends Purchase {
  readonly name: string;
  readonly target: number;
}

/**
 * Measures checkouts of two numbers and orders of one, by eight accounts beside bare http and pg with a transaction of one
 * INSERT, and checkouts one at a time. The first round of each does not count: the first 200 checkouts of a process cost it a
 * quarter more CPU than those after them, while their code is compiled. Starts and deployments pay that once.
 */
export async function benchCheckout(): Promise<Comparison[]> {
  const stack = await startBenchStack();
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: BUYERS });
  const checkouts: MeasuredPurchase = {
    name: 'POST /v1/cart/checkout, two numbers',
    target: 0.012,
    prepare: (key, buyer) => fillCart(stack, key, buyer),
    buy: (key) => checkOut(stack, key),
  };
  const orders: MeasuredPurchase = {
    name: 'POST /v1/numbers',
    target: 0.02,
    prepare: () => Promise.resolve(),
    buy: (key, buyer) => orderNumber(stack, key, buyer),
  };
  try {
    const buyers = await createBuyers(stack, pool);
    const floor = await startBareTransactions(stack, pool, BUYERS);
    const measure = ({ name, target, ...purchase }: MeasuredPurchase) => {
      const perSecond = () => purchasesPerSecond(pool, buyers, purchase);
      const contenders = { floor, ours: { name: 'Trunkline', perSecond } };
      const afterWarmUps = () => analyze(stack.databaseUrl);
      return compare(`${name}, ${BUYERS} accounts`, contenders, { ...ROUNDS, target, afterWarmUps });
    };
    const together = [await measure(checkouts), await measure(orders)];
    floor.stop();
    const [buyer] = buyers;
    if (!buyer) throw new Error('There is no buyer.');
    return [...together, await alone(checkouts, buyer)];
  } finally {
    await pool.end();
    await stack.stop();
  }
}

async function alone({ name, prepare, buy }: MeasuredPurchase, buyer: Buyer): Promise<Comparison> {
  const times: number[] = [];
  while (times.length < ALONE) {
    for (const key of buyer.keys) {
      await prepare(key, buyer);
      const began = performance.now();
      await buy(key, buyer);
      times.push(performance.now() - began);
    }
  }
  return underLimit(`${name}, alone, p50`, 'ms', ALONE_MS_MAX, median(times));
}
