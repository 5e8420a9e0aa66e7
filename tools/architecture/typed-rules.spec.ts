import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ALLOWED, PLANTS, REACT_HEAD } from './typed-plants';

const CONFIG = '.oxlintrc.json';
const REACT = 'react/';

interface Diagnostic {
  /** Such as `typescript(await-thenable)`. */
  readonly code: string;
  readonly filename: string;
}

const pathOf = (rule: string): string =>
  rule.startsWith(REACT) ? `apps/dashboard/src/${rule.slice(REACT.length)}.tsx` : `libs/kernel/src/${rule}.ts`;

/** Lints sources in a folder laid out as the repository is, with its rules and packages. Returns the rules by path. */
function lint(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  const root = mkdtempSync(join(tmpdir(), 'trunkline-plants-'));
  try {
    for (const [path, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${text}\n`);
    }
    copyFileSync(CONFIG, join(root, CONFIG));
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    const compilerOptions = { jsx: 'react-jsx', types: [] };
    const project = { extends: resolve('tsconfig.base.json'), include: ['apps', 'libs'], compilerOptions };
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(project));
    const args = [resolve('node_modules/oxlint/bin/oxlint'), '--format=json', 'apps', 'libs'];
    const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] };
    const rules = new Map<string, string[]>();
    for (const { code, filename } of diagnostics) rules.set(filename, [...(rules.get(filename) ?? []), ruleOf(code)]);
    return rules;
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** Two rules of React have the name of their plugin for ESLint in the report. */
const ruleOf = (code: string): string => code.replace(/^([a-z]+)(?:-hooks)?\((.+)\)$/, '$1/$2');

describe('the rules that need types, and those of React', () => {
  let found: Map<string, string[]>;

  beforeAll(() => {
    const plants = Object.entries(PLANTS).map(([rule, text]) => [
      pathOf(rule),
      rule.startsWith(REACT) ? REACT_HEAD + text : text,
    ]);
    found = lint({ ...(Object.fromEntries(plants) as Record<string, string>), ...ALLOWED });
  });

  it.each(Object.keys(PLANTS))('report a violation of %s', (rule) => {
    expect(found.get(pathOf(rule))).toContain(rule);
  });

  it.each(Object.keys(ALLOWED))('allow %s', (path) => {
    expect(found.get(path)).toBeUndefined();
  });

  it('are each violated by a plant', () => {
    const named = [...readFileSync(CONFIG, 'utf8').matchAll(/"((?:typescript|react)\/[a-z-]+)": (?!"off")/g)];
    const rules = new Set(named.map(([, rule]) => rule));
    rules.delete('react/preserve-manual-memoization');
    expect([...rules].sort()).toEqual(Object.keys(PLANTS).sort());
  });
});
