import pg from 'pg';
import {
  BUYERS,
  checkOut,
  createBuyers,
  fillCart,
  orderNumber,
  type Purchase,
  purchasesPerSecond,
} from '../checkout/buyers';
import { slowestPage } from '../lists/slowest-page';
import { compare, type Comparison } from '../measuring/measure';
import { accountOf } from '../stack/account';
import { analyze, onClient } from '../stack/database';
import { onStack } from '../stack/stack';
import { plantStock, SHOP, stockPages, stockSearches } from './planted-stock';

const NUMBERS = 1_000_000;
const ROUNDS = { rounds: 5, seconds: 2, warmUps: 1 };
/** At least as fast as the sandbox, whose rate differs by a twentieth from round to round. */
const TARGET = 0.95;

/** Measures searches of 1,000,000 numbers of the own stock, the operator's list, and purchases beside those from the sandbox. */
export const benchStock = (): Promise<Comparison[]> =>
  onStack(
    async (stack) => {
      await onClient(stack.databaseUrl, (owner) => plantStock(owner, NUMBERS));
      const customer = { authorization: `Bearer ${accountOf(stack).apiKey}` };
      const operator = { authorization: `Bearer ${stack.operatorToken}` };
      const searches = await slowestPage(`${stack.rootUrl}/v1/catalog/search`, customer, stockSearches());
      const pages = await slowestPage(`${stack.internalUrl}/operator/stock`, operator, stockPages());
      const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: BUYERS });
      try {
        const ofSandbox = await createBuyers(stack, pool);
        const ofStock = await createBuyers(stack, pool, SHOP.country);
        const measure = (name: string, purchase: Purchase) => {
          const contenders = {
            floor: { name: 'sandbox', perSecond: () => purchasesPerSecond(pool, ofSandbox, purchase) },
            ours: { name: 'own stock', perSecond: () => purchasesPerSecond(pool, ofStock, purchase) },
          };
          const afterWarmUps = () => analyze(stack.databaseUrl);
          return compare(`${name}, own stock beside the sandbox`, contenders, {
            ...ROUNDS,
            target: TARGET,
            afterWarmUps,
          });
        };
        const orders = await measure('POST /v1/numbers', {
          prepare: () => Promise.resolve(),
          buy: (key, buyer) => orderNumber(stack, key, buyer),
        });
        const checkouts = await measure('POST /v1/cart/checkout, two numbers', {
          prepare: (key, buyer) => fillCart(stack, key, buyer),
          buy: (key) => checkOut(stack, key),
        });
        return [searches, pages, orders, checkouts];
      } finally {
        await pool.end();
      }
    },
    { NUMBER_SUPPLIERS: 'sandbox,stock' },
  );
