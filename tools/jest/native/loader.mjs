// Lets Node load the TypeScript of this repository: path aliases, imports without extension.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compiled } from './compiled.mjs';

const ROOT = new URL('../../../', import.meta.url);
const { paths } = JSON.parse(readFileSync(new URL('tsconfig.base.json', ROOT), 'utf8')).compilerOptions;

const replaced = new Map([
  ...Object.entries(paths).map(([alias, [file]]) => [alias, new URL(file, ROOT).href]),
  ['@jest/globals', new URL('globals.mjs', import.meta.url).href],
]);

function typeScriptAt(url) {
  return ['.ts', '/index.ts'].map((ending) => url + ending).find((file) => existsSync(fileURLToPath(file)));
}

const THREAD = /\?thread$/;

export function resolve(specifier, context, next) {
  if (THREAD.test(specifier)) return { url: new URL(specifier, context.parentURL).href, shortCircuit: true };
  const isRelative = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  const url = isRelative ? typeScriptAt(new URL(specifier, context.parentURL).href) : replaced.get(specifier);
  return url ? { url, shortCircuit: true } : next(specifier, context);
}

/** Threads do not have these hooks: what they run is bundled. Each test process does that for itself, so that it runs the present sources. */
async function bundledThread(url) {
  const { buildThread } = await import('../../build.mjs');
  const source = fileURLToPath(url.replace(THREAD, '.ts'));
  const { file } = await buildThread(source, fileURLToPath(new URL(`dist/tests/threads`, ROOT)));
  return `export default new URL('${pathToFileURL(file).href}');`;
}

export async function load(url, context, next) {
  if (THREAD.test(url)) return { format: 'module', source: await bundledThread(url), shortCircuit: true };
  if (url.endsWith('.ts')) return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  // Node requires the attribute that the compiler dropped.
  if (url.endsWith('.json') && context.importAttributes.type !== 'json') {
    const source = `export default ${readFileSync(fileURLToPath(url), 'utf8')};`;
    return { format: 'module', source, shortCircuit: true };
  }
  return next(url, context);
}
