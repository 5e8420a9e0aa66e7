import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSourceFile, isExportDeclaration, isNamespaceExport, isStringLiteral, ScriptTarget } from 'typescript';
import { CONTEXTS } from './architecture/plants';

/** A wider surface shows internals. See docs/structure.md. */
const NAMES_MAX = 60;

interface PublicNames {
  /** Classes, functions and constants; `*` stands for an `export *`. */
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** Returns the names that a file exports, with those of each namespace, whose file `read` returns as well. */
function publicNames(file: string, read: (file: string) => string): PublicNames {
  const values: string[] = [];
  const types: string[] = [];
  const { statements } = createSourceFile(file, read(file), ScriptTarget.Latest);
  for (const { exportClause, moduleSpecifier, isTypeOnly } of statements.filter(isExportDeclaration)) {
    if (!exportClause) values.push('*');
    else if (!isNamespaceExport(exportClause)) {
      for (const element of exportClause.elements)
        (isTypeOnly || element.isTypeOnly ? types : values).push(element.name.text);
    } else if (moduleSpecifier && isStringLiteral(moduleSpecifier)) {
      const inside = publicNames(`${join(dirname(file), moduleSpecifier.text)}.ts`, read);
      const named = (names: readonly string[]) => names.map((name) => `${exportClause.name.text}.${name}`);
      (isTypeOnly ? types : values).push(...named(inside.values));
      types.push(...named(inside.types));
    }
  }
  return { values, types };
}

describe('the index of a context', () => {
  it('is counted with the names of its namespaces, types apart', () => {
    const files = new Map([
      [
        'src/index.ts',
        `export { A, type B } from './a';
         export type { C as D } from './c';
         export * as lists from './lists';
         export type * as views from './views';
         export * from './e';`,
      ],
      ['src/lists.ts', `export { KINDS, type Kind } from './domain/kind';`],
      ['src/views.ts', `export { Shown, type View } from './application/view';`],
    ]);
    expect(publicNames('src/index.ts', (file) => files.get(file) ?? '')).toEqual({
      values: ['A', 'lists.KINDS', '*'],
      types: ['B', 'D', 'lists.Kind', 'views.Shown', 'views.View'],
    });
  });

  it.each(CONTEXTS)('exports at most 60 classes, functions and constants, and at most 60 types: %s', (context) => {
    const { values, types } = publicNames(`libs/${context}/src/index.ts`, (file) => readFileSync(file, 'utf8'));
    expect(values.length).toBeGreaterThan(10);
    expect(values.slice(NAMES_MAX)).toEqual([]);
    expect(types.slice(NAMES_MAX)).toEqual([]);
    expect(values).not.toContain('*');
  });
});
