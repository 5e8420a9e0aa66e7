import type { Plant } from './plants';

const API = 'apps/api/src/numbering/planted.ts';
const EDGE = 'apps/api/src/http/guard/planted.ts';
const KERNEL = 'libs/kernel/src/planted.ts';
const DOMAIN = 'libs/numbering/src/domain/planted.ts';

const IMPORTS = '@typescript-eslint/no-restricted-imports';
const BACKTRACKING = 'regexp/no-super-linear-backtracking';
const MOVE = 'regexp/no-super-linear-move';

function decorated(name: string, file: string, of: { name: string; from: string }, says: string): Plant {
  const text = `import { ${of.name} } from '${of.from}';\nexport const x = ${of.name};\n`;
  return { name, file, text, rule: IMPORTS, says };
}

function pattern(name: string, file: string, source: string, rule: string): Plant {
  const text = `export const isMatch = (text: string): boolean => ${source}.test(text);\n`;
  return { name, file, text, rule, says: rule === MOVE ? 'quadratic runtime' : 'backtracking' };
}

/** Violations of the rules that bound the work on a text. */
export const TEXT_PLANTS: readonly Plant[] = [
  decorated(
    'the edge checks text of any length',
    EDGE,
    { name: 'Matches', from: 'class-validator' },
    'Check text with a rule',
  ),
  pattern('a pattern repeats a repetition', KERNEL, '/^(?:[a-z]+\\.?)+$/', BACKTRACKING),
  pattern('a pattern repeats the same characters twice', API, '/^[a-z0-9]+[a-z]+$/', BACKTRACKING),
  pattern('a pattern ends with a repetition', DOMAIN, '/[. ]+$/', MOVE),
];
