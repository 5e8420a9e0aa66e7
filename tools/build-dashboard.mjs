// Bundles apps/dashboard with Vite.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeReachable, makeReadable } from './readable-output.mjs';

const OUT = join('dist', 'apps', 'dashboard');

/** Builds `out` beside the last build and replaces it at the end, so that a failed build leaves it in place. */
export async function buildDashboard(out = OUT) {
  await mkdir(dirname(out), { recursive: true });
  const folder = await mkdtemp(join(dirname(out), '.dashboard-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'apps/dashboard/vite.config.ts'];
  try {
    const args = [...vite, '--outDir', resolve(folder), '--logLevel', 'warn'];
    // In another environment, Vite would bundle React's development build.
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } });
    // The temporary folder is its owner's alone.
    await makeReadable(folder);
    await makeReachable(folder);
    await rm(out, { recursive: true, force: true });
    await rename(folder, out).catch(() => cp(folder, out, { recursive: true }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
