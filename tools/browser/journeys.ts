import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROMIUM_FLAGS, chromiumProgram } from '@trunkline/kernel/testing';
import { seedStack } from '../sandbox/samples/seed-stack';
import { freePort } from '../postgres';
import { Launcher } from '../stack/launcher';
import { ChildProcesses } from '../test-run/child-processes';
import { type RunResult } from '../test-run/results';
import { resultIn } from './report';

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'apps/dashboard/playwright.config.ts'];

/** The identity provider that a journey runs itself. */
const identityProvider = (port: number): Readonly<Record<string, string>> => ({
  OAUTH_IDP1_ISSUER: `http://127.0.0.1:${port}`,
  OAUTH_IDP1_CLIENT_ID: 'trunkline',
  OAUTH_IDP1_CLIENT_SECRET: 'secret-of-the-journeys',
  OAUTH_IDP1_NAME: 'Example ID',
});

/** Runs the dashboard's journeys in Chromium against a stack of their own. Extra arguments go to Playwright. */
export async function runJourneys(
  args: readonly string[],
  children = ChildProcesses.interruptible(),
  screenshots?: string,
): Promise<RunResult> {
  const chromium = chromiumProgram();
  if (!chromium) {
    console.error(`\n## NO CHROMIUM IN /usr/bin OR AT $CHROMIUM: THE JOURNEYS OF THE DASHBOARD ARE NOT RUN. ##\n`);
    return { files: [], otherFailures: process.env['CI'] ? 1 : 0 };
  }
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-journeys-'));
  // The embedded database may run as another user, who must reach its folder.
  chmodSync(folder, 0o711);
  const provider = identityProvider(await freePort());
  const launcher = new Launcher(join(folder, 'data'), {
    // Every journey signs up from the same address.
    RATE_LIMIT_FACTOR: '1000',
    // The receivers of webhooks are on this machine.
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    LOG_LEVEL: 'warn',
    ...provider,
  });
  try {
    const stack = await launcher.ready();
    const account = await seedStack(launcher.dataDir, stack);
    const results = join(folder, 'results.json');
    const env = {
      ...provider,
      ROOT_URL: stack.rootUrl ?? '',
      INTERNAL_URL: stack.internalUrl ?? '',
      DATA_DIR: launcher.dataDir,
      DATABASE_URL: stack.databaseUrl ?? '',
      DEMO_EMAIL: account.email,
      DEMO_PASSWORD: account.password,
      PLAYWRIGHT_JSON_OUTPUT_NAME: results,
      ...(screenshots && { SCREENSHOTS_DIR: screenshots }),
      CHROMIUM: chromium,
      CHROMIUM_FLAGS: JSON.stringify(CHROMIUM_FLAGS),
    };
    const isWell = await children.node([...PLAYWRIGHT, '--reporter=list,json', ...args], { env });
    return resultIn(results, isWell);
  } finally {
    await launcher.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
