import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { SETTING_NAMES } from '@trunkline/platform';
import { anchorsOf, citationsOf, codeOf, firstCellsOf, type Link, linksOf, sectionOf } from './documents/markdown';

const readText = (path: string) => readFileSync(path, 'utf8');

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => join(folder, name));
}

/** Returns the links whose file or heading does not exist. */
function broken(links: readonly Link[], rootOf: (from: string) => string): string[] {
  const isBroken = ({ from, target }: Link) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? from : normalize(join(rootOf(from), decodeURIComponent(path)));
    if (!existsSync(file)) return true;
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(readText(file)).has(anchor);
  };
  return links.filter(isBroken).map(({ from, target }) => `${from}: ${target}`);
}

describe('the documents', () => {
  const pages = [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
    ...['.github', 'apps', 'libs', 'docs', 'docker', 'tools'].flatMap((folder) => filesIn(folder, /\.md$/)),
  ];

  it('link to files and headings that exist', () => {
    const links = pages.flatMap((page) => linksOf(page, readText(page)));
    expect(links.length).toBeGreaterThan(5);
    expect(broken(links, dirname)).toEqual([]);
  });

  it('are cited by the code under files and headings that exist', () => {
    const sources = ['apps', 'libs', 'tools'].flatMap((folder) => filesIn(folder, /\.(tsx?|mjs)$/));
    const citations = sources.flatMap((source) => citationsOf(source, readText(source)));
    expect(citations.length).toBeGreaterThan(5);
    expect(broken(citations, () => '.')).toEqual([]);
  });
});

describe('the map of the structure', () => {
  const rows = readText('docs/structure.md').matchAll(/^\| ([a-z-]+) +\| ([a-z, -]+?) +\|$/gm);
  const stated = new Map([...rows].map(([, context = '', capabilities = '']) => [context, capabilities.split(', ')]));

  it.each(['identity', 'numbering', 'voice-routing', 'cdr', 'billing-ledger', 'compliance', 'webhooks'])(
    'lists the capabilities of %s',
    (context) => {
      const folders = ['domain', 'application'].flatMap((layer) =>
        readdirSync(`libs/${context}/src/${layer}`, { withFileTypes: true }).filter((entry) => entry.isDirectory()),
      );
      expect(stated.get(context)).toEqual([...new Set(folders.map(({ name }) => name))].sort());
    },
  );
});

describe('the README', () => {
  it('has at most 200 lines', () => {
    expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(201);
  });

  it('leads to every page of docs', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      const links = linksOf(page, readText(page)).map(({ target }) => target.split('#')[0] ?? '');
      for (const link of links.filter((each) => each.endsWith('.md')))
        reached.add(normalize(join(dirname(page), link)));
    }
    expect(filesIn('docs', /\.md$/).filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe('docs/settings.md', () => {
  it('describes every setting, and none that does not exist', () => {
    const described = firstCellsOf(sectionOf(readText('docs/settings.md'), 'Settings')).flatMap(codeOf);
    expect([...described].sort()).toEqual([...SETTING_NAMES].sort());
  });
});

describe('docs/operations.md', () => {
  it('describes every metric, and none that does not exist', () => {
    const sources = ['apps', 'libs'].flatMap((folder) => filesIn(folder, /(?<!spec)\.ts$/)).map(readText);
    const defined = sources.flatMap((text) => [...text.matchAll(/\bname: '((?:trunkline|http)_\w+)'/g)]);
    const described = firstCellsOf(sectionOf(readText('docs/operations.md'), 'Metrics')).flatMap(codeOf);
    expect([...described].sort()).toEqual(defined.map(([, name]) => name).sort());
  });
});

describe('docs/dependencies.md', () => {
  const { dependencies, devDependencies } = JSON.parse(readText('package.json')) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
  >;
  const section = sectionOf(readText('docs/dependencies.md'), 'Dependencies');
  const rows = firstCellsOf(section).map((cell) => ({
    isDev: cell.endsWith(' (dev)'),
    names: cell
      .replace(/\\| \(dev\)$/g, '')
      .split(/, | on /)
      .map((name) => name.trim()),
  }));
  const peers = codeOf(section.slice(section.lastIndexOf('|')));
  const installed = { ...dependencies, ...devDependencies };
  const stands = (name: string, among: object) =>
    Object.keys(among).some((each) => (name.endsWith('*') ? each.startsWith(name.slice(0, -1)) : each === name));

  it('explains every package of package.json', () => {
    const names = [...rows.flatMap((row) => row.names), ...peers];
    const unexplained = Object.keys(installed).filter((each) => !names.some((name) => stands(name, { [each]: '' })));
    expect(unexplained).toEqual([]);
  });

  it('names no package that is not installed, and marks those of development', () => {
    const missing = rows.flatMap(({ isDev, names }) =>
      names.filter((name) => !stands(name, isDev ? devDependencies : dependencies)),
    );
    expect(missing).toEqual([]);
    expect(peers.filter((name) => !stands(name, installed))).toEqual([]);
  });
});
