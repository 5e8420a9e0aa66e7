// Builds tools/<name>.ts and runs it in this process.
// usage: node tools/run.mjs <name> [arguments]
import { buildStale } from './build.mjs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [name, ...rest] = process.argv.slice(2);
if (!name) throw new Error('usage: node tools/run.mjs <tool> [arguments]');
await buildStale([`tools/${name}`]);
const file = resolve('dist/tools', `${name}.js`);
process.argv = [process.execPath, file, ...rest];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
