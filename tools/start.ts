import { seedCarrier } from './sandbox/seed-carrier';
import { seedSandbox } from './sandbox/seed-sandbox';
import type { SandboxAccount } from './sandbox/sandbox-account';
import { openDataDir } from './stack/data-dir';
import { addressOf, dataDirOf, stackEnvironment } from './stack/environment';
import { page } from './stack/page';
import { StackClaim } from './stack/running-stack';
import { Stack, type StackOptions } from './stack/stack';
import { reasonOf } from './stack/start-error';
import { checkArguments } from './usage';

const USAGE = `Usage: npm start, or npm run dev

Starts PostgreSQL, the API and the worker, with an account to try. Keeps data in DATA_DIR. Settings come from the environment:
see docs/settings.md.

  --build  Builds the apps first.
  --watch  Rebuilds and restarts an app when its code changes (npm run dev).`;

const print = (line: string): void => {
  console.log(`· ${line}`);
};

/** Aborted by Ctrl-C, by SIGTERM, and when the terminal or the reader of the output closes. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) print('stopping');
      controller.abort();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => {
      controller.abort();
    });
  }
  return controller.signal;
}

async function seed(stack: Stack, { settings, dataDir }: StackOptions): Promise<SandboxAccount | null> {
  if (!settings.isSandbox) return null;
  const internalUrl = addressOf(settings.INTERNAL_HOST, settings.INTERNAL_PORT);
  await seedCarrier({
    internalUrl,
    operatorTokens: settings.OPERATOR_TOKENS,
    carrier: settings.SANDBOX_CARRIER,
  });
  // The account is verified by mail, which can be read here only from the mail folder.
  if (settings.SMTP_URL) return null;
  return seedSandbox({ address: stack.apiUrl, rootUrl: settings.ROOT_URL, dataDir });
}

/** Resolves to whether the stack ran until it was asked to stop. Prints a failure at once, because stopping takes time. */
async function run(claim: StackClaim, dataDir: string, signal: AbortSignal): Promise<boolean> {
  const [build = false, watch = false] = ['--build', '--watch'].map((flag) => process.argv.includes(flag));
  const { settings, env } = await stackEnvironment(process.env, dataDir);
  const options = { settings, env, dataDir, build, watch, print, signal };
  const stack = new Stack(options, claim);
  try {
    await stack.up();
    const account = await seed(stack, options);
    console.log(page({ settings, dataDir, embedded: !env['DATABASE_URL'], account }));
    await stack.untilStopped();
    return true;
  } catch (error) {
    // A step that was aborted by the request to stop did not fail.
    if (!signal.aborted) console.error(reasonOf(error));
    return signal.aborted;
  } finally {
    await stack.down();
  }
}

async function main(): Promise<boolean> {
  const signal = stopSignal();
  const dataDir = openDataDir(dataDirOf(process.env));
  const claim = await StackClaim.take(dataDir);
  try {
    return await run(claim, dataDir, signal);
  } finally {
    claim.release();
  }
}

checkArguments(USAGE, ['--build', '--watch']);
try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  console.error(reasonOf(error));
  process.exit(1);
}
