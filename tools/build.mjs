// Bundles first-party code with esbuild. swc compiles each .ts file, because esbuild emits no decorator metadata.
// usage: node tools/build.mjs <app | path of a .ts file without its extension>...
import { transform } from '@swc/core';
import { build, context } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { makeReachable, makeReadable } from './readable-output.mjs';
import { SWC } from './swc.mjs';

/** Reports a syntax error like any other build error, without the compiler's stack. */
async function compile(path, source) {
  try {
    const { code } = await transform(source, { ...SWC, filename: path, sourceMaps: 'inline' });
    return { contents: code, loader: 'js' };
  } catch (error) {
    return { errors: [{ text: error.message.split('\n\nCaused by')[0] }] };
  }
}

const compiled = new Map();
const swc = {
  name: 'swc',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const source = await readFile(path, 'utf8');
      const hit = compiled.get(path);
      if (hit?.source === source) return hit.result;
      const result = await compile(path, source);
      compiled.set(path, { source, result });
      return result;
    });
  },
};

const { paths } = JSON.parse(readFileSync('tsconfig.base.json', 'utf8')).compilerOptions;
const aliases = {
  name: 'aliases',
  setup(bundler) {
    bundler.onResolve({ filter: /^@trunkline\// }, ({ path }) => {
      const file = paths[path] && resolve(paths[path][0]);
      // Otherwise it would be treated as an npm package, and the bundle would fail at start.
      return file && existsSync(file) ? { path: file } : { errors: [{ text: `There is no library at ${path}` }] };
    });
  },
};

let written = 0;

/** Replaces each file atomically, so that a process that starts meanwhile reads the old or the new one. */
const write = {
  name: 'write',
  setup(bundler) {
    bundler.onEnd(async ({ outputFiles = [] }) => {
      for (const { path, contents } of outputFiles) {
        const temporary = `${path}.${process.pid}.${(written += 1)}`;
        await mkdir(dirname(path), { recursive: true });
        await writeFile(temporary, contents);
        await makeReadable(temporary);
        await makeReachable(path);
        await rename(temporary, path);
      }
    });
  },
};

const THREAD = /\?thread$/;

/** `import url from './x?thread'` is the URL of the bundle of `x.ts`, which a worker thread runs. It lies beside the importer's. */
const threads = {
  name: 'threads',
  setup(bundler) {
    const folder = dirname(bundler.initialOptions.outfile);
    bundler.onResolve({ filter: THREAD }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(THREAD, '.ts')),
      namespace: 'thread',
    }));
    bundler.onLoad({ filter: /./, namespace: 'thread' }, async ({ path }) => {
      const { file, sources } = await buildThread(path, folder);
      return { contents: `export default new URL('./${basename(file)}', import.meta.url);`, watchFiles: sources };
    });
  },
};

const entry = (name) =>
  name.includes('/')
    ? { entryPoints: [`${name}.ts`], outfile: `dist/${name}.js` }
    : { entryPoints: [`apps/${name}/src/main.ts`], outfile: `dist/apps/${name}/main.js` };

/** Apps for machines without npm: a single file that includes all of its packages. */
const STANDALONE = ['dist/apps/switch-agent/main.js'];
/** Tools that images contain. */
const SHIPPED_TOOLS = ['migrate', 'rotate-keys', 'rotate-signing-key', 'import-cdrs'].map(
  (name) => `dist/tools/${name}.js`,
);
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Optional peers of bundled packages that are not installed. */
const OPTIONAL = [
  ...['@fastify/*', '@nestjs/microservices', '@nestjs/websockets', '@valkey/valkey-glide'],
  ...['class-transformer', 'class-transformer/*'],
];
/** Bundled CommonJS packages load other modules by `require`. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/**
 * What runs outside of a checkout finds only the `dependencies` installed: those of development are bundled with it. To
 * resolve, read and compile their hundreds of small files one by one would be half of a start.
 */
function packagesOf({ outfile }) {
  if (STANDALONE.includes(outfile)) return { banner: { js: REQUIRE } };
  const isShipped = outfile.startsWith('dist/apps/') || SHIPPED_TOOLS.includes(outfile);
  if (!isShipped) return { packages: 'external' };
  return { banner: { js: REQUIRE }, external: [...Object.keys(dependencies), ...OPTIONAL] };
}

const options = (entry, plugins = []) => ({
  ...entry,
  ...packagesOf(entry),
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // Node reads the map at each start. The sources are beside it.
  sourcesContent: false,
  keepNames: true,
  tsconfig: 'tsconfig.base.json',
  logLevel: 'warning',
  plugins: [aliases, threads, swc, write, ...plugins],
});

/** Builds what a worker thread runs into a folder. Returns the bundle and the files that it was built from. */
export async function buildThread(path, folder) {
  const file = join(folder, `${basename(path, '.ts')}.js`);
  const { metafile } = await build({ ...options({ entryPoints: [path], outfile: file }), metafile: true });
  return { file, sources: Object.keys(metafile.inputs).map((source) => resolve(source)) };
}

/** Builds each named app or tool once, in parallel. */
export async function buildAll(names) {
  const bundles = names.filter((name) => name !== 'dashboard');
  const dashboard = bundles.length < names.length ? [buildDashboard()] : [];
  await Promise.all([...bundles.map((name) => build(options(entry(name)))), ...dashboard]);
}

/** Builds each name and rebuilds it on changes. Calls `built(name)` after each success. Returns a function that stops it. */
export async function watchAll(names, built) {
  const contexts = await Promise.all(
    names.map((name) =>
      context(
        options(entry(name), [
          { name: 'built', setup: (b) => b.onEnd((result) => (result.errors.length ? undefined : built(name))) },
        ]),
      ),
    ),
  );
  await Promise.all(contexts.map((each) => each.watch()));
  return () => Promise.all(contexts.map((each) => each.dispose()));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2);
  const started = performance.now();
  await buildAll(names);
  console.log(`built ${names.join(', ')} in ${Math.round(performance.now() - started)} ms`);
}
