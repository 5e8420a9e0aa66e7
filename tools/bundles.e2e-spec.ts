import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

const BUNDLES = ['dist/apps/api/main.js', 'dist/apps/worker/main.js', 'dist/tools/migrate.js'];
/** What packages use only where it is installed, and we do not install. */
const OPTIONAL = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', '@valkey/valkey-glide'];

const IMPORTS = /^(?:import|export)\b[^;'"]*["']([^"']+)["'];?$|\b(?:import|__require)\("([^"]+)"\)/gm;

/** All that the file asks for when it runs, and what the files beside it that it asks for do in turn. */
function importsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map(([, fixed, late]) => fixed ?? late ?? '');
  return names.flatMap((name) => (name.startsWith('.') ? importsOf(join(dirname(file), name), seen) : [name]));
}

/** The bundle, and the files beside it that it cannot run without. */
function filesOf(bundle: string): string[] {
  const files = new Set<string>();
  importsOf(bundle, files);
  return [...files];
}

/** The packages that the bundle asks for when it runs. */
function packagesOf(bundle: string): string[] {
  const names = importsOf(bundle).filter((name) => !isBuiltin(name));
  return [
    ...new Set(
      names.map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  ].sort();
}

interface Target {
  readonly cache?: boolean;
  readonly outputs?: readonly string[];
}

const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

describe('the bundles that are shipped', () => {
  const { dependencies } = read<{ dependencies: Record<string, string> }>('package.json');

  it.each(BUNDLES)('%s asks for no package that is there for development only', (bundle) => {
    const packages = packagesOf(bundle);
    expect(packages).toContain('pg');
    expect(packages.filter((name) => !(name in dependencies || OPTIONAL.includes(name)))).toEqual([]);
  });

  it.each(['api', 'worker'])('%s comes whole out of the cache of Nx, if out of it at all', (app) => {
    const { targetDefaults } = read<{ targetDefaults: { build: Target } }>('nx.json');
    const { targets } = read<{ targets: { build: Target } }>(`apps/${app}/project.json`);
    const { cache, outputs = [] }: Target = { ...targetDefaults.build, ...targets.build };
    const kept = outputs.map((path) => path.replace('{workspaceRoot}/', ''));
    const needed = cache ? filesOf(`dist/apps/${app}/main.js`) : [];
    expect(needed.filter((file) => !kept.some((path) => file.startsWith(path)))).toEqual([]);
  });
});
