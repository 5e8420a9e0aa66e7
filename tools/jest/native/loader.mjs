// Lets Node load the TypeScript of this repository: path aliases, imports without extension, the joined packages.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { joinedFiles } from '../../packages.mjs';
import { compiled } from './compiled.mjs';

const ROOT = new URL('../../../', import.meta.url);
const { paths } = JSON.parse(readFileSync(new URL('tsconfig.base.json', ROOT), 'utf8')).compilerOptions;

const replaced = new Map([
  ...Object.entries(paths).map(([alias, [file]]) => [alias, new URL(file, ROOT).href]),
  ...[...joinedFiles].map(([specifier, file]) => [specifier, pathToFileURL(file).href]),
  ['@jest/globals', new URL('globals.mjs', import.meta.url).href],
]);

function typeScriptAt(url) {
  return ['.ts', '/index.ts'].map((ending) => url + ending).find((file) => existsSync(fileURLToPath(file)));
}

export function resolve(specifier, context, next) {
  const isRelative = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  const url = isRelative ? typeScriptAt(new URL(specifier, context.parentURL).href) : replaced.get(specifier);
  return url ? { url, shortCircuit: true } : next(specifier, context);
}

export function load(url, context, next) {
  if (url.endsWith('.ts')) return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
  // Node requires the attribute that the compiler dropped.
  if (url.endsWith('.json') && context.importAttributes.type !== 'json') {
    const source = `export default ${readFileSync(fileURLToPath(url), 'utf8')};`;
    return { format: 'module', source, shortCircuit: true };
  }
  return next(url, context);
}
