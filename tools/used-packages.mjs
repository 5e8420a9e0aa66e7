// Packages that built files need at run time: those that they import, with their dependencies. Most packages are joined into
// dist/packages, so an image needs few of those that npm installs.
// usage: node tools/used-packages.mjs <node_modules> <dist/packages> <folder of a built app>…   removes all others
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const IMPORTS = /^(?:import|export)\b[^;'"]*["']([^"']+)["'];?$|\b(?:import|__require)\("([^"]+)"\)/gm;
const packageOf = (specifier) => /^(?:@[^/]+\/)?\w[^/]*/.exec(specifier)?.[0] ?? '';

function textsIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[cm]?js$/.test(name));
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

const importsIn = (text) => [...text.matchAll(IMPORTS)].map(([, fixed, late]) => packageOf(fixed ?? late));
const names = (text, name) => ['"', "'", '`'].some((quote) => text.includes(quote + name));

/** True for a package that was joined: nothing loads it by its name. */
const isJoined = (name, packages) =>
  readdirSync(packages).some((each) => existsSync(join(packages, each, `${name}.js`)));

/** Returns the folder of a package as Node finds it from another folder, or null for one that is not installed. */
function folderOf(name, from, modules) {
  for (let at = from; at.startsWith(dirname(modules)); at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return null;
}

/**
 * Returns the names of the packages at the top of `modules` that built apps need: those that they import, and the dependencies
 * whose files, such as fonts and data, they find by name. What lies within a package stays with it.
 */
export function usedPackages(modules, apps, packages) {
  const root = resolve(modules);
  const seen = new Set();
  const visit = (name, from) => {
    const folder = isBuiltin(name) ? null : folderOf(name, from, root);
    if (!folder || seen.has(folder)) return;
    seen.add(folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta: about = {} } = manifest;
    const peers = Object.keys(peerDependencies).filter((each) => !about[each]?.optional);
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(each, folder);
  };
  const own = JSON.parse(readFileSync(join(dirname(root), 'package.json'), 'utf8'));
  const loaded = Object.keys(own.dependencies).filter((name) => !isJoined(name, packages));
  const texts = apps.flatMap(textsIn);
  for (const text of [...texts, ...textsIn(packages)]) for (const name of importsIn(text)) visit(name, dirname(root));
  for (const name of loaded) if (texts.some((text) => names(text, name))) visit(name, dirname(root));
  const topOf = (folder) => /^(?:@[^/]+\/)?[^/]+/.exec(folder.slice(root.length + 1))[0];
  return [...new Set([...seen].map(topOf))].sort();
}

function removeOthers(modules, used) {
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  const unused = names.filter((name) => !used.includes(name));
  for (const name of unused) rmSync(join(modules, name), { recursive: true });
  console.log(`kept ${used.length} packages, removed ${unused.length}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [modules, packages, ...apps] = process.argv.slice(2);
  removeOthers(modules, usedPackages(modules, apps, packages));
}
