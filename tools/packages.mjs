// Joins each package of hundreds of small files into one file: resolving, reading and compiling them one by one is half of
// the start time. They have no source maps, which would be read at every start.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeReachable, makeReadable } from './readable-output.mjs';

/** Import specifiers to join. All others stay packages. */
const SPECIFIERS = [
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/common/enums/route-paramtypes.enum.js',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  'bullmq',
  'class-transformer',
  'class-validator',
  'cockatiel',
  'express',
  'file-type',
  'ioredis',
  'jose',
  'libphonenumber-js/max',
  'maxmind',
  'nodemailer',
  'nodemailer/lib/mail-composer',
  'openid-client',
  'prom-client',
  'rxjs',
  'typeorm',
  'yazl',
];
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
const joined = new Set(SPECIFIERS.map(packageOf));

/** Output folder, one per state of the lock file, so that a running process keeps the files that it may still load. */
const version = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(readFileSync(new URL(import.meta.url)))
  .digest('hex');
const folder = resolve('dist/packages', version.slice(0, 16));

/** File that replaces each specifier. */
export const joinedFiles = new Map(
  SPECIFIERS.map((specifier) => [specifier, join(folder, `${specifier.replace(/\.js$/, '')}.js`)]),
);

/** Optional peers that are not installed. */
const OPTIONAL = ['@fastify/*', '@nestjs/microservices', '@nestjs/websockets', '@valkey/valkey-glide'];
/** Other dependencies stay external, so that each has one instance. */
const external = [...Object.keys(dependencies).filter((name) => !joined.has(name)), ...OPTIONAL];

/** Builds a module with the exports that Node sees: the bundler alone knows no export names of CommonJS. */
async function entryOf(specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'module.exports');
  return `export { ${names.join(', ')} } from '${specifier}';\n`;
}

/** Joins the packages unless that is done. Atomic, also when several processes run it at once. */
export async function buildPackages() {
  if (existsSync(folder)) return;
  const making = `${folder}.${process.pid}`;
  const entryPoints = {};
  for (const [specifier, file] of joinedFiles) {
    const name = file.slice(folder.length + 1, -'.js'.length);
    const path = join(making, 'entries', `${name}.mjs`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await entryOf(specifier));
    entryPoints[name] = path;
  }
  await build({
    entryPoints,
    outdir: making,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    keepNames: true,
    logLevel: 'warning',
    external,
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
  });
  await rm(join(making, 'entries'), { recursive: true });
  await makeReadable(making);
  await makeReachable(making);
  await rename(making, folder).catch(async (error) => {
    if (!existsSync(folder)) throw error;
    await rm(making, { recursive: true });
  });
}
