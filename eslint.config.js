import { createProjectGraphAsync, readCachedProjectGraph } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import {
  CONTEXTS,
  DEEP,
  DEEP_BUT_WIRING,
  TESTING,
  OAUTH_SERVER,
  EDGE,
  SERVICE,
  SQL,
  RAW_TEXTS,
  OUTWARD,
  FOREIGN,
  WORLD,
  USE_CASES,
  WIRING,
  imports,
} from './tools/lint/imports.mjs';

/** Returns whether the cached project graph has every project with its tags. */
function isGraphCurrent() {
  try {
    const { nodes } = readCachedProjectGraph();
    const folders = ['apps', 'libs'].flatMap((parent) => readdirSync(parent).map((name) => `${parent}/${name}`));
    const files = ['tools', ...folders].map((folder) => `${folder}/project.json`).filter((file) => existsSync(file));
    return files.every((file) => {
      const { name, tags } = JSON.parse(readFileSync(file, 'utf8'));
      return String(nodes[name]?.data.tags) === String(tags);
    });
  } catch {
    return false;
  }
}

// The boundary rule passes silently when the cached graph lacks the project.
if (!isGraphCurrent()) await createProjectGraphAsync({ exitOnError: true });

const TESTS = [
  '**/*.spec.ts',
  '**/*.int-spec.ts',
  '**/*.e2e-spec.ts',
  'apps/*/e2e/**/*.ts',
  'libs/*/src/testing/**/*.ts',
];
const SCRIPTS = ['**/*.js', '**/*.mjs', '**/*.cjs'];
/** Files of statements or data, which may be long. */
const TABLES = ['**/migrations/**/*.ts', '**/sandbox/**/areas.ts', '**/sandbox/**/country-plans.ts'];
/** The files that may read the environment: the settings and the entry points. */
const READERS_OF_ENV = ['libs/platform/src/settings/settings.ts', 'apps/*/src/main.ts', 'tools/**/*.ts', ...TESTS];

const boundaries = [
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:composition', 'type:context', 'type:platform', 'type:kernel', 'type:client'],
  },
  { sourceTag: 'type:agent', onlyDependOnLibsWithTags: ['type:platform', 'type:kernel'] },
  { sourceTag: 'type:composition', onlyDependOnLibsWithTags: ['type:context', 'type:platform', 'type:kernel'] },
  ...CONTEXTS.map((scope) => ({
    sourceTag: `scope:${scope}`,
    onlyDependOnLibsWithTags: [`scope:${scope}`, 'type:platform', 'type:kernel'],
  })),
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:kernel'] },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:client'] },
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'], bannedExternalImports: ['*'] },
  // Both only compute, as the kernel does, and depend on no other package.
  {
    sourceTag: 'type:kernel',
    onlyDependOnLibsWithTags: ['type:kernel'],
    allowedExternalImports: ['ipaddr.js', 'libphonenumber-js/max'],
  },
  {
    sourceTag: 'type:tools',
    onlyDependOnLibsWithTags: ['type:composition', 'type:context', 'type:platform', 'type:kernel', 'type:client'],
  },
];

const SIZES = [
  {
    selector: ':function[params.length>4]:not(MethodDefinition[kind="constructor"] > FunctionExpression)',
    message: 'More than four parameters: pass an object.',
  },
  {
    selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>9]',
    message: 'More than nine collaborators: split the class.',
  },
];
const UNTYPED = [
  { selector: 'TSAsExpression > TSNeverKeyword', message: '`as never` hides a type error: fix the type.' },
];
const ENVIRONMENT = [
  {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Read the environment only in the settings.',
  },
];
const LATE = [
  {
    selector: 'ImportExpression[source.value=/^@trunkline\\/|(^|\\/)(testing|wiring)(\\/|$)|\\.module$/]',
    message: 'Import the code of this repository statically: the rules for imports do not see dynamic ones.',
  },
];
const INNER = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Use the Clock.' },
  { selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]', message: 'Use the Clock.' },
  { selector: 'Identifier[name="process"]', message: 'Pass configuration to the constructor.' },
  { selector: 'CallExpression[callee.name="fetch"]', message: 'Call other systems through a port.' },
  { selector: 'ImportExpression', message: 'domain and application may not use dynamic imports.' },
];
const UNRUN_TESTS = [
  {
    selector: 'CallExpression[callee.object.name=/^(it|test|describe)$/][callee.property.name=/^(skip|only|todo)$/]',
    message: 'Remove or run the test: skipped and focused tests are not allowed.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    message: 'Remove or run the test: skipped and focused tests are not allowed.',
  },
];

const syntax = (...selectors) => ({ 'no-restricted-syntax': ['error', ...selectors.flat()] });

const inner = (files, ...patterns) => ({
  files,
  ignores: TESTS,
  rules: {
    ...imports(DEEP, TESTING, OUTWARD, FOREIGN, WORLD, OAUTH_SERVER, ...patterns),
    ...syntax(SIZES, UNTYPED, INNER),
  },
});

/** Fakes, samples and assertions are long. */
const relaxed = {
  'max-lines': 'off',
  'max-lines-per-function': 'off',
  'max-params': 'off',
  complexity: 'off',
  '@typescript-eslint/no-non-null-assertion': 'off',
};

export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', 'coverage', '.nx', '.data', '.bench', 'libs/client/src/generated'] },
  // Comments cannot disable rules.
  { linterOptions: { noInlineConfig: true } },
  // Boundaries, imports, sizes and syntax. Oxlint has the rules that need types, and those of React: .oxlintrc.json.
  { files: ['**/*.ts', '**/*.tsx'], extends: tseslint.configs.strict },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // As in tsconfig.base.json: Nest reads the types of parameters, whose imports are then needed when the code runs.
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      // Alarms: what belongs together stays together.
      'max-lines': ['warn', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 8],
      'max-depth': ['error', 3],
      eqeqeq: 'error',
      'no-console': 'error',
      // Oxlint obeys its own comments.
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack', 'oxlint-disable'] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Fakes and adapters may ignore arguments of their port.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // Nest modules are classes without members.
      '@typescript-eslint/no-extraneous-class': 'off',
      ...imports(DEEP, TESTING, OAUTH_SERVER),
      ...syntax(SIZES, UNTYPED, ENVIRONMENT, LATE),
    },
  },
  {
    // A text of a request can be 256 KiB long. Backtracking, or a search that starts anew at each character of a run, then takes
    // minutes, in which the process sends no response.
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
    ignores: TESTS,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  { files: ['libs/composition/src/**/*.ts'], rules: imports(DEEP_BUT_WIRING, TESTING, OAUTH_SERVER) },
  { files: ['apps/*/src/**/*.ts'], ignores: TESTS, rules: imports(DEEP, TESTING, OAUTH_SERVER, SQL, ...RAW_TEXTS) },
  {
    files: ['apps/switch-agent/src/**/*.ts'],
    ignores: TESTS,
    rules: imports(DEEP, TESTING, OAUTH_SERVER, SQL, SERVICE, ...RAW_TEXTS),
  },
  {
    files: ['apps/api/src/http/**/*.ts'],
    ignores: TESTS,
    rules: imports(DEEP, TESTING, OAUTH_SERVER, SQL, EDGE, ...RAW_TEXTS),
  },
  { files: ['apps/api/src/http/fields/raw-texts.ts'], rules: imports(DEEP, TESTING, OAUTH_SERVER, SQL, EDGE) },
  { files: ['apps/api/src/oauth/**/*.ts'], ignores: TESTS, rules: imports(DEEP, TESTING, SQL, ...RAW_TEXTS) },
  {
    files: ['libs/*/src/infrastructure/**/*.ts', 'libs/*/src/sandbox/**/*.ts'],
    ignores: TESTS,
    rules: imports(DEEP, TESTING, OAUTH_SERVER, WIRING),
  },
  inner(['libs/*/src/domain/**/*.ts'], USE_CASES),
  inner(['libs/*/src/application/**/*.ts']),
  { files: READERS_OF_ENV, rules: syntax(SIZES, UNTYPED, LATE) },
  { files: TABLES, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  { files: ['tools/**/*.ts'], rules: { 'no-console': 'off', ...imports(DEEP, OAUTH_SERVER) } },
  { files: ['apps/api/src/oauth/oidc-library.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['apps/dashboard/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { experimentalDecorators: false, emitDecoratorMetadata: false } },
    rules: {
      // Markup makes components long, and each condition in it counts as a branch.
      'max-lines-per-function': ['warn', { max: 80, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 12],
    },
  },
  { files: ['apps/dashboard/*.config.ts'], rules: syntax(SIZES, UNTYPED) },
  { files: TESTS, rules: { ...relaxed, ...imports(DEEP_BUT_WIRING), ...syntax(UNTYPED, UNRUN_TESTS) } },
  {
    files: SCRIPTS,
    extends: [tseslint.configs.recommended],
    rules: { 'max-lines': ['warn', 250], complexity: ['error', 8], 'max-depth': ['error', 3], eqeqeq: 'error' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
