// Bundles apps/dashboard with Vite, and the script and style of the documentation with esbuild.
import { build } from 'esbuild';
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
    await buildDocs(join(folder, 'docs'));
    // The temporary folder is its owner's alone.
    await makeReadable(folder);
    await makeReachable(folder);
    await rm(out, { recursive: true, force: true });
    await rename(folder, out).catch(() => cp(folder, out, { recursive: true }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds what every page of the documentation loads: `docs-<hash>.js`, `docs-style-<hash>.css`, their fonts, and the icon. */
export async function buildDocs(outdir) {
  await build({
    entryPoints: { docs: 'apps/dashboard/src/docs/docs.ts', 'docs-style': 'apps/dashboard/src/docs/docs.css' },
    outdir,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['es2023', 'chrome120', 'firefox120', 'safari17'],
    // Pages name the classes as they are written.
    loader: { '.woff2': 'file', '.module.css': 'global-css' },
    logLevel: 'warning',
  });
  await cp('apps/dashboard/public/favicon.svg', join(outdir, 'favicon.svg'));
}
