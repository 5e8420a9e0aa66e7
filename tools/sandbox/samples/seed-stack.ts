import type { RunningStack } from '../../stack/running-stack';
import { StartError } from '../../stack/start-error';
import type { SandboxAccount } from '../sandbox-account';
import { seedSandbox } from '../seed-sandbox';
import { type Samples, seedSamples } from './seed-samples';

/** Creates the sandbox account of a running stack, unless it exists, and gives it sample data. */
export async function seedStack(dataDir: string, stack: RunningStack): Promise<SandboxAccount & Samples> {
  const { rootUrl, apiUrl, internalUrl, databaseUrl, switchToken } = stack;
  if (!rootUrl || !apiUrl || !internalUrl || !databaseUrl) throw new StartError(`the stack on ${dataDir} is starting`);
  if (!switchToken) throw new StartError('SWITCH_TOKENS has no plain token, which the sample calls need');
  const account = await seedSandbox({ address: apiUrl, rootUrl, dataDir });
  const { apiKey } = account;
  const samples = await seedSamples({ address: apiUrl, rootUrl, apiKey, internalUrl, databaseUrl, switchToken });
  return { ...account, ...samples };
}
