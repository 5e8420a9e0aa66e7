import { secretsOf } from '../../stack/data-dir';
import type { RunningStack } from '../../stack/running-stack';
import { StartError } from '../../stack/start-error';
import type { SandboxAccount } from '../sandbox-account';
import { seedSandbox } from '../seed-sandbox';
import { type Samples, seedSamples } from './seed-samples';

type Env = Readonly<Record<string, string | undefined>>;

/** Creates the sandbox account of a running stack, unless it exists, and gives it sample data. */
export async function seedStack(dataDir: string, stack: RunningStack, env: Env): Promise<SandboxAccount & Samples> {
  const { rootUrl, apiUrl, internalUrl, databaseUrl } = stack;
  if (!rootUrl || !apiUrl || !internalUrl || !databaseUrl) throw new StartError(`the stack on ${dataDir} is starting`);
  const account = await seedSandbox({ address: apiUrl, rootUrl, dataDir });
  const { apiKey } = account;
  const switchToken = switchTokenOf(dataDir, env);
  const samples = await seedSamples({ address: apiUrl, rootUrl, apiKey, internalUrl, databaseUrl, switchToken });
  return { ...account, ...samples };
}

/** Hashed tokens cannot be used. */
function switchTokenOf(dataDir: string, env: Env): string {
  const tokens = (env['SWITCH_TOKENS'] ?? secretsOf(dataDir).SWITCH_TOKENS).split(',');
  const plain = tokens.find((each) => !each.startsWith('sha256:'));
  if (plain === undefined) throw new StartError('SWITCH_TOKENS has no plain token, which the sample calls need');
  return plain;
}
