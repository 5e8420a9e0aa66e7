// Builds tools/<name>.ts and runs it in this process.
// usage: node tools/run.mjs <name> [arguments]
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [name, ...rest] = process.argv.slice(2);
if (!name) throw new Error('usage: node tools/run.mjs <tool> [arguments]');
// In a process of its own, because the compilers stay in memory.
const { status } = spawnSync(process.execPath, ['tools/build.mjs', `tools/${name}`], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (status !== 0) process.exit(status ?? 1);
const file = resolve('dist/tools', `${name}.js`);
process.argv = [process.execPath, file, ...rest];
process.setSourceMapsEnabled(true);
await import(pathToFileURL(file).href);
