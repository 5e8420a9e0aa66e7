// Joins each package of hundreds of small files into one: to find, read and compile them one by one is half of what a
// start costs. They have no source maps: these would be read at every start, and are of use to nobody here.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** As they are imported. What is not here stays a package. */
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
  'ioredis',
  'jose',
  'libphonenumber-js/max',
  'prom-client',
  'rxjs',
  'typeorm',
];
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0];
const joined = new Set(SPECIFIERS.map(packageOf));

/** Where they are: a folder for each state of the lock, so that no process loses what it may yet load. */
const version = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(readFileSync(new URL(import.meta.url)))
  .digest('hex');
const folder = resolve('dist/packages', version.slice(0, 16));

/** Each specifier with the file that stands for it. */
export const joinedFiles = new Map(
  SPECIFIERS.map((specifier) => [specifier, join(folder, `${specifier.replace(/\.js$/, '')}.js`)]),
);

/** What they would use if it were there. */
const OPTIONAL = ['@fastify/*', '@nestjs/microservices', '@nestjs/websockets', '@valkey/valkey-glide'];
/** Our other dependencies stay packages, of which there is one each. */
const external = [...Object.keys(dependencies).filter((name) => !joined.has(name)), ...OPTIONAL];

/** A module that exports what node sees in the package: of CommonJS the bundler alone would know no names. */
async function entryOf(specifier) {
  const names = Object.keys(await import(specifier)).filter((name) => name !== 'module.exports');
  return `export { ${names.join(', ')} } from '${specifier}';\n`;
}

/** Joins them unless that is done. Whole or not at all, however many do it at the same moment. */
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
  await rename(making, folder).catch(async (error) => {
    if (!existsSync(folder)) throw error;
    await rm(making, { recursive: true });
  });
}
