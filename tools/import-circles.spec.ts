import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preProcessFile } from 'typescript';

type Graph = ReadonlyMap<string, readonly string[]>;

/** What a relative import may leave out of the path of its file. */
const ENDINGS = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** The relative imports of every source, type-only imports included. */
function importGraph(): Graph {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' }).split('\n');
  const sources = new Set(listed.filter(existsSync));
  const graph = new Map<string, readonly string[]>();
  for (const source of sources) {
    const imports = preProcessFile(readFileSync(source, 'utf8')).importedFiles.map(({ fileName }) => fileName);
    const relative = imports.filter((path) => path.startsWith('.')).map((path) => join(dirname(source), path));
    const files = relative.flatMap((path) => ENDINGS.map((ending) => `${path}${ending}`));
    graph.set(
      source,
      files.filter((file) => sources.has(file)),
    );
  }
  return graph;
}

/** The first circle that a depth-first walk closes; null when there is none. */
function findCircle(graph: Graph): readonly string[] | null {
  const finished = new Set<string>();
  const walk = (source: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(source)) return [...path.slice(path.indexOf(source)), source];
    if (finished.has(source)) return null;
    for (const target of graph.get(source) ?? []) {
      const circle = walk(target, [...path, source]);
      if (circle) return circle;
    }
    finished.add(source);
    return null;
  };
  for (const source of graph.keys()) {
    const circle = walk(source, []);
    if (circle) return circle;
  }
  return null;
}

describe('the imports between source files', () => {
  it('are found', () => {
    expect([...importGraph().values()].flat().length).toBeGreaterThan(2000);
  });

  it('report a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(findCircle(graph)).toEqual(['b', 'c', 'b']);
  });

  it('form no circle', () => {
    expect(findCircle(importGraph())).toBeNull();
  });
});
