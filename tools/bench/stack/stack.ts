import { type Stack, startStack } from '../../tour/stack';

/** Disables rate limits for the load. */
const RATE_LIMIT_FACTOR = '1000000';

/** Starts a stack of its own. */
export const startBenchStack = (env: Readonly<Record<string, string>> = {}): Promise<Stack> =>
  startStack({ ...process.env, RATE_LIMIT_FACTOR, ...env });

/** Runs a bench on a stack of its own. */
export async function onStack<T>(
  work: (stack: Stack) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const stack = await startBenchStack(env);
  try {
    return await work(stack);
  } finally {
    await stack.stop();
  }
}
