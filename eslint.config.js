import { createProjectGraphAsync, readCachedProjectGraph } from '@nx/devkit';
import nx from '@nx/eslint-plugin';
import hooks from 'eslint-plugin-react-hooks';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

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

// Without a project in the cached graph the rule about boundaries switches itself off, with exit 0.
if (!isGraphCurrent()) await createProjectGraphAsync({ exitOnError: true });

const CONTEXTS = ['identity', 'numbering', 'voice-routing', 'cdr', 'billing-ledger', 'compliance', 'webhooks'];

const TESTS = [
  '**/*.spec.ts',
  '**/*.int-spec.ts',
  '**/*.e2e-spec.ts',
  'apps/*/e2e/**/*.ts',
  'libs/*/src/testing/**/*.ts',
];
const SCRIPTS = ['**/*.js', '**/*.mjs', '**/*.cjs'];
/** Statements and tables rather than logic: their length says nothing. */
const TABLES = ['**/migrations/**/*.ts', '**/sandbox/**/areas.ts', '**/sandbox/**/country-plans.ts'];
/** The only readers of the environment: the settings, and the entry points that hand it to them. */
const READERS_OF_ENV = ['libs/platform/src/settings/settings.ts', 'apps/*/src/main.ts', 'tools/**/*.ts', ...TESTS];

const boundaries = [
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: ['type:composition', 'type:context', 'type:platform', 'type:kernel'],
  },
  { sourceTag: 'type:composition', onlyDependOnLibsWithTags: ['type:context', 'type:platform', 'type:kernel'] },
  ...CONTEXTS.map((scope) => ({
    sourceTag: `scope:${scope}`,
    onlyDependOnLibsWithTags: [`scope:${scope}`, 'type:platform', 'type:kernel'],
  })),
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:kernel'] },
  { sourceTag: 'type:web', onlyDependOnLibsWithTags: ['type:client'] },
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'], bannedExternalImports: ['*'] },
  { sourceTag: 'type:kernel', onlyDependOnLibsWithTags: ['type:kernel'], bannedExternalImports: ['*'] },
  {
    sourceTag: 'type:tools',
    onlyDependOnLibsWithTags: ['type:composition', 'type:context', 'type:platform', 'type:kernel'],
  },
];

const DEEP = {
  regex: '^@trunkline/[^/]+/(?!testing$)',
  message: 'Import a library through its index.',
};
const TESTING = {
  regex: '^@trunkline/[^/]+/testing$|(^|/)testing(/|$)',
  message: 'What is made for tests stays in tests.',
};
const OAUTH_SERVER = {
  group: ['oidc-provider', 'oidc-provider/**'],
  message: 'Only apps/api/src/oauth knows oidc-provider.',
};
const EDGE = {
  regex: `^@trunkline/(${CONTEXTS.join('|')}|composition)$|^(\\.\\./)+(?!(answers|credentials|endpoint|fields|guard|idempotency|limits|openapi)/)`,
  message: 'The edge knows no context: declare a port in apps/api/src/http and wire it in app.module.ts.',
};
const SQL = {
  group: ['typeorm', 'typeorm/**', 'pg', 'pg/**', 'pg-*'],
  message: 'Apps speak to the contexts, never to the database.',
};
const OUTWARD = {
  regex: '(^|/)(infrastructure|sandbox)(/|$)|\\.module$',
  message: 'Inner layers never import outward.',
};
const FOREIGN = {
  regex: '^(?!@trunkline/|\\.{1,2}(/|$)|node:)|^@trunkline/(?!kernel(/testing)?$)',
  message: 'Inner layers import @trunkline/kernel and node only: reach the world through a port.',
};
const WORLD = {
  regex: '^node:(child_process|cluster|dgram|dns|fs|http|http2|https|net|os|process|tls|worker_threads)(/|$)',
  message: 'Inner layers reach the world through a port.',
};
const USE_CASES = { regex: '(^|/)application(/|$)', message: 'The domain does not know its use cases.' };
const WIRING = { regex: '\\.module$', message: 'Adapters do not know how they are wired.' };

const imports = (...patterns) => ({ '@typescript-eslint/no-restricted-imports': ['error', { patterns }] });

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
  { selector: 'TSAsExpression > TSNeverKeyword', message: '`as never` hides a type error: mend the type.' },
];
const ENVIRONMENT = [
  {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Only the settings read the environment.',
  },
];
const INNER = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'Ask the Clock.' },
  { selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]', message: 'Ask the Clock.' },
  { selector: 'Identifier[name="process"]', message: 'Configuration arrives through the constructor.' },
  { selector: 'CallExpression[callee.name="fetch"]', message: 'Inner layers reach the world through a port.' },
  { selector: 'ImportExpression', message: 'Inner layers import statically, so that their dependencies show.' },
];
const UNRUN_TESTS = [
  {
    selector: 'CallExpression[callee.object.name=/^(it|test|describe)$/][callee.property.name=/^(skip|only|todo)$/]',
    message: 'A test runs, or it is not there.',
  },
  {
    selector: 'CallExpression[callee.name=/^(xit|xtest|xdescribe|fit|fdescribe)$/]',
    message: 'A test runs, or it is not there.',
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

/** Where fakes, samples and assertions read values that nothing has typed. */
const relaxed = {
  'max-lines': 'off',
  'max-lines-per-function': 'off',
  'max-params': 'off',
  complexity: 'off',
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/unbound-method': 'off',
};

export default tseslint.config(
  { ignores: ['**/node_modules', 'dist', 'coverage', '.nx', '.data', '.bench', 'libs/client/src/generated'] },
  // A rule that can be switched off in a comment is a suggestion.
  { linterOptions: { noInlineConfig: true } },
  { files: ['**/*.ts', '**/*.tsx'], extends: tseslint.configs.strictTypeChecked },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 8],
      'max-depth': ['error', 3],
      eqeqeq: 'error',
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      // A fake or an adapter need not use all that its port hands it.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // `get<Row>()` names what the caller expects of outside data.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // `run(() => effect())` reads well, and nothing is lost by it.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A number from a catalogue, or another class of the same form, is no mistake that reaches production unseen.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Nest modules are classes without members.
      '@typescript-eslint/no-extraneous-class': 'off',
      ...imports(DEEP, TESTING, OAUTH_SERVER),
      ...syntax(SIZES, UNTYPED, ENVIRONMENT),
    },
  },
  { files: ['apps/*/src/**/*.ts'], ignores: TESTS, rules: imports(DEEP, TESTING, OAUTH_SERVER, SQL) },
  { files: ['apps/api/src/http/**/*.ts'], ignores: TESTS, rules: imports(DEEP, TESTING, OAUTH_SERVER, SQL, EDGE) },
  { files: ['apps/api/src/oauth/**/*.ts'], ignores: TESTS, rules: imports(DEEP, TESTING, SQL) },
  {
    files: ['libs/*/src/infrastructure/**/*.ts', 'libs/*/src/sandbox/**/*.ts'],
    ignores: TESTS,
    rules: imports(DEEP, TESTING, OAUTH_SERVER, WIRING),
  },
  inner(['libs/*/src/domain/**/*.ts'], USE_CASES),
  inner(['libs/*/src/application/**/*.ts']),
  { files: READERS_OF_ENV, rules: syntax(SIZES, UNTYPED) },
  { files: TABLES, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  { files: ['tools/**/*.ts'], rules: { 'no-console': 'off', ...imports(DEEP, OAUTH_SERVER) } },
  { files: ['tools/bench/oauth/oauth-floor-server.ts'], rules: imports(DEEP) },
  { files: ['apps/dashboard/**/*.{ts,tsx}'], ...hooks.configs.flat.recommended },
  {
    files: ['apps/dashboard/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './apps/dashboard/tsconfig.json' } },
    rules: {
      // A component is markup: its length is that of the page, and each condition of its markup counts as a branch.
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 12],
      // The router is left by throwing its redirect.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      // React ignores what a handler returns.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  { files: ['apps/dashboard/*.config.ts'], rules: syntax(SIZES, UNTYPED) },
  { files: TESTS, rules: { ...relaxed, ...imports(DEEP), ...syntax(UNTYPED, UNRUN_TESTS) } },
  {
    files: SCRIPTS,
    extends: [tseslint.configs.recommended],
    rules: { 'max-lines': ['error', 250], complexity: ['error', 8], 'max-depth': ['error', 3], eqeqeq: 'error' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
