import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';

const BUNDLES = ['dist/apps/api/main.js', 'dist/apps/worker/main.js', 'dist/tools/migrate.js'];

/** The packages that the bundle asks for when it runs. */
function packagesOf(bundle: string): string[] {
  const source = readFileSync(bundle, 'utf8');
  const imports = [
    ...source.matchAll(/^(?:import|export)\b[^;'"]*["']([^."'][^"']*)["'];?$|\bimport\("([^."][^"]*)"\)/gm),
  ];
  const names = imports.map(([, fixed, late]) => fixed ?? late ?? '').filter((name) => !isBuiltin(name));
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

describe('the bundles that are shipped', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };

  it.each(BUNDLES)('%s asks for no package that is there for development only', (bundle) => {
    const packages = packagesOf(bundle);
    expect(packages).toContain('typeorm');
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
  });
});
