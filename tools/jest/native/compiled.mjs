import { transformSync } from '@swc/core';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SWC } from '../../swc.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'dist/tests');

const outputOf = (path) => join(FOLDER, `${relative(ROOT, path)}.js`);

/** Replaces the file atomically: another worker may read it. */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}

/** Returns the JavaScript of a TypeScript file: from the cache in `dist/tests`, unless the source has changed since then. */
export function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const output = outputOf(path);
  const firstLine = `//${createHash('sha1').update(JSON.stringify(SWC)).update(source).digest('hex')}\n`;
  if (existsSync(output)) {
    const kept = readFileSync(output, 'utf8');
    if (kept.startsWith(firstLine)) return kept;
  }
  const { code, map } = transformSync(source, { ...SWC, filename: path, sourceMaps: true });
  const { mappings, ...rest } = JSON.parse(map);
  // One `;` per line: the first line has no mappings.
  write(`${output}.map`, JSON.stringify({ ...rest, mappings: `;${mappings}` }));
  write(output, firstLine + code);
  return firstLine + code;
}

/** Returns the path of the source map of a compiled file, given by its path or URL, or undefined. */
export function sourceMapOf(source) {
  const path = source.startsWith('file:') ? fileURLToPath(source) : source;
  const map = `${outputOf(path)}.map`;
  return path.endsWith('.ts') && existsSync(map) ? map : undefined;
}
