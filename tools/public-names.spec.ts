import { readFileSync } from 'node:fs';
import { createSourceFile, isExportDeclaration, isNamespaceExport, ScriptTarget } from 'typescript';
import { CONTEXTS } from './architecture/plants';

/** A wider surface shows internals. What only wiring needs goes through the module. See docs/structure.md. */
const NAMES_MAX = 60;

/** Returns the names that an index exports: a namespace counts once, and `export *` is listed as `*`. */
function exportedNames(text: string): string[] {
  const { statements } = createSourceFile('index.ts', text, ScriptTarget.Latest);
  return statements.filter(isExportDeclaration).flatMap(({ exportClause }) => {
    if (!exportClause) return ['*'];
    return isNamespaceExport(exportClause)
      ? [exportClause.name.text]
      : exportClause.elements.map(({ name }) => name.text);
  });
}

describe('the index of a context', () => {
  it('counts a namespace once, and lists `export *` by itself', () => {
    const text = `
      export { A, type B } from './a';
      export type { C as D } from './c';
      export * as lists from './lists';
      export * from './e';`;
    expect(exportedNames(text)).toEqual(['A', 'B', 'D', 'lists', '*']);
  });

  it.each(CONTEXTS)('exports at most 60 names, each stated: %s', (context) => {
    const names = exportedNames(readFileSync(`libs/${context}/src/index.ts`, 'utf8'));
    expect(names.length).toBeGreaterThan(10);
    expect(names.slice(NAMES_MAX)).toEqual([]);
    expect(names).not.toContain('*');
  });
});
