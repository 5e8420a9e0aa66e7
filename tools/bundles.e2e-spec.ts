import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isBuiltin } from 'node:module';
import { basename, dirname, join } from 'node:path';

const BUNDLES = ['dist/apps/api/main.js', 'dist/apps/worker/main.js', 'dist/tools/migrate.js'];
/** For machines without npm. */
const STANDALONE = 'dist/apps/switch-agent/main.js';
/** What worker threads of the API run. */
const THREADS = ['dist/apps/api/inspection-thread.js'];
/** Optional dependencies of packages, which are not installed. */
const OPTIONAL = [
  ...['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', '@valkey/valkey-glide'],
  'class-transformer',
];

const IMPORTS = /^(?:import|export)\b[^;'"]*["']([^"']+)["'];?$|\b(?:import|__require)\("([^"]+)"\)/gm;

/** Returns everything that the file imports at run time, directly or through the files beside it. */
function importsOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map(([, fixed, late]) => fixed ?? late ?? '');
  return names.flatMap((name) => (name.startsWith('.') ? importsOf(join(dirname(file), name), seen) : [name]));
}

/** Returns the bundle and the files that it needs at run time. */
function filesOf(bundle: string): string[] {
  const files = new Set<string>();
  importsOf(bundle, files);
  return [...files];
}

/** Returns the packages that the bundle imports at run time. */
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

describe('the shipped bundles', () => {
  const { dependencies } = read<{ dependencies: Record<string, string> }>('package.json');

  it.each(BUNDLES)('import no development dependency: %s', (bundle) => {
    const packages = packagesOf(bundle);
    expect(packages).toContain('pg');
    expect(packages.filter((name) => !(name in dependencies || OPTIONAL.includes(name)))).toEqual([]);
  });

  it('import no package and no other file for machines without npm', () => {
    expect(importsOf(STANDALONE).filter((name) => !isBuiltin(name))).toEqual([]);
    expect(filesOf(STANDALONE)).toEqual([STANDALONE]);
  });

  it.each(THREADS)('have their threads beside them, which import no development dependency: %s', (bundle) => {
    const packages = packagesOf(bundle);
    expect(packages).toContain('sharp');
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
    expect(readFileSync(join(dirname(bundle), 'main.js'), 'utf8')).toContain(basename(bundle));
  });

  it.each(['api', 'worker', 'switch-agent'])('are restored completely from the Nx cache: %s', (app) => {
    const { targetDefaults } = read<{ targetDefaults: { build: Target } }>('nx.json');
    const { targets } = read<{ targets: { build: Target } }>(`apps/${app}/project.json`);
    const { cache, outputs = [] }: Target = { ...targetDefaults.build, ...targets.build };
    const kept = outputs.map((path) => path.replace('{workspaceRoot}/', ''));
    const needed = cache ? filesOf(`dist/apps/${app}/main.js`) : [];
    expect(needed.filter((file) => !kept.some((path) => file.startsWith(path)))).toEqual([]);
  });
});

describe('what the build writes', () => {
  let folder: string;

  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  /** The modes of files and folders; the latter end with a slash. */
  const modesIn = (path: string): string[] =>
    readdirSync(path, { recursive: true, withFileTypes: true }).map(
      (entry) => `${modeOf(join(entry.parentPath, entry.name))}${entry.isDirectory() ? '/' : ''}`,
    );
  const privately = (command: string): void => {
    execFileSync('sh', ['-c', `umask 077 && ${command}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trunkline-built-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is readable by every user although the build ran under umask 077', () => {
    privately('node tools/build.mjs tools/migrate');
    const paths = ['dist', 'dist/tools', 'dist/tools/migrate.js', 'dist/tools/migrate.js.map'];
    expect(paths.map(modeOf)).toEqual(['755', '755', '644', '644']);
  }, 60_000);

  it('includes a dashboard that every user can read', () => {
    const out = join(folder, 'dashboard');
    const build = `(await import('./tools/build-dashboard.mjs')).buildDashboard('${out}')`;
    privately(`node --input-type=module -e "await ${build}"`);
    expect(modeOf(out)).toBe('755');
    expect(readdirSync(out)).toContain('index.html');
    expect(new Set(modesIn(out))).toEqual(new Set(['755/', '644']));
  }, 180_000);
});
