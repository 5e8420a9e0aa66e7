/** Source that violates one rule of ESLint, and the rule that must report it. */
export interface Plant {
  readonly name: string;
  /** Path of the source; the file need not exist. */
  readonly file: string;
  readonly text: string;
  readonly rule: string;
  /** Part of the expected message. */
  readonly says: string;
}

export const CONTEXTS = [
  'identity',
  'numbering',
  'voice-routing',
  'cdr',
  'billing-ledger',
  'compliance',
  'messaging',
  'exports',
  'webhooks',
];

const BOUNDARIES = '@nx/enforce-module-boundaries';
const IMPORTS = '@typescript-eslint/no-restricted-imports';
const SYNTAX = 'no-restricted-syntax';

const importing = (path: string): string => `import { x } from '${path}';\nexport const y = x;\n`;

function boundary(name: string, file: string, target: string, says: string): Plant {
  return { name, file, text: importing(target), rule: BOUNDARIES, says };
}

function imported(name: string, file: string, target: string, says: string): Plant {
  return { name, file, text: importing(target), rule: IMPORTS, says };
}

function written(name: string, file: string, text: string, says: string): Plant {
  return { name, file, text, rule: SYNTAX, says };
}

const DOMAIN = 'libs/numbering/src/domain/planted.ts';
const APPLICATION = 'libs/numbering/src/application/planted.ts';
const INFRASTRUCTURE = 'libs/numbering/src/infrastructure/planted.ts';
const API = 'apps/api/src/numbering/planted.ts';
const AGENT = 'apps/switch-agent/src';
const EDGE = 'apps/api/src/http/guard/planted.ts';
const KERNEL = 'libs/kernel/src/planted.ts';
const SPEC = 'libs/numbering/src/domain/planted.spec.ts';

const neighbour = (context: string): string => CONTEXTS[(CONTEXTS.indexOf(context) + 1) % CONTEXTS.length] ?? context;

const betweenProjects: Plant[] = [
  ...CONTEXTS.map((context) =>
    boundary(
      `${context} imports another context`,
      `libs/${context}/src/planted.ts`,
      `@trunkline/${neighbour(context)}`,
      `scope:${context}`,
    ),
  ),
  boundary('a context imports the composition', INFRASTRUCTURE, '@trunkline/composition', ''),
  boundary('the platform imports a context', 'libs/platform/src/planted.ts', '@trunkline/numbering', ''),
  boundary('the kernel imports the platform', KERNEL, '@trunkline/platform', ''),
  boundary('the kernel imports a package', KERNEL, 'rxjs', 'type:kernel'),
  boundary('the dashboard imports a context', 'apps/dashboard/src/planted.ts', '@trunkline/numbering', 'type:web'),
  boundary('a test of the switch agent imports a context', `${AGENT}/planted.spec.ts`, '@trunkline/cdr', ''),
  boundary('the client imports the kernel', 'libs/client/src/planted.ts', '@trunkline/kernel', 'type:client'),
  boundary('the client imports a package', 'libs/client/src/planted.ts', 'rxjs', 'type:client'),
  boundary('a project is imported by a path', INFRASTRUCTURE, '../../../cdr/src/index', 'relative or absolute path'),
  boundary(
    'an app imports an app',
    'apps/worker/src/planted.ts',
    '../../api/src/app.module',
    'relative or absolute path',
  ),
  boundary(
    'an app imports a tool',
    'apps/worker/src/planted.ts',
    '../../../tools/postgres',
    'relative or absolute path',
  ),
  boundary(
    'the composition imports an app',
    'libs/composition/src/planted.ts',
    '../../../apps/api/src/app.module',
    'path',
  ),
  boundary('a tool imports an app', 'tools/planted.ts', '../apps/api/src/app.module', 'relative or absolute path'),
];

const betweenLayers: Plant[] = [
  imported('the domain imports a use case', DOMAIN, '../application/order-number', 'may not import application'),
  imported('the domain imports an adapter', DOMAIN, '../infrastructure/schema', 'may not import infrastructure'),
  imported('the domain imports a package', DOMAIN, 'class-validator', 'declare a port'),
  imported('the domain imports the platform', DOMAIN, '@trunkline/platform', 'declare a port'),
  imported('the domain reads files', DOMAIN, 'node:fs/promises', 'through a port'),
  imported('the domain imports a fake', DOMAIN, '../testing', 'Only tests may import'),
  imported('a use case imports an adapter', APPLICATION, '../infrastructure', 'may not import infrastructure'),
  imported('a use case imports the module', APPLICATION, '../numbering.module', 'may not import infrastructure'),
  imported('a use case imports Nest', APPLICATION, '@nestjs/common', 'declare a port'),
  imported('a use case imports the kernel’s fakes', APPLICATION, '@trunkline/kernel/testing', 'Only tests may import'),
  imported('a use case imports its wiring', APPLICATION, '../wiring/orders', 'may not import infrastructure'),
  imported('an adapter imports the module', INFRASTRUCTURE, '../numbering.module', 'may not import their module'),
  imported('an adapter imports its wiring', INFRASTRUCTURE, '../wiring/orders', 'may not import their module'),
  imported('an adapter imports a fake', INFRASTRUCTURE, '../testing/fakes', 'Only tests may import'),
  imported('an app imports a context’s inside', API, '@trunkline/numbering/src/domain/errors', 'through its index'),
  imported('an app imports what wires a context', API, '@trunkline/numbering/wiring', 'through its index'),
  imported('a tool imports what wires a context', 'tools/planted.ts', '@trunkline/numbering/wiring', 'its index'),
  imported('an app imports a context’s fakes', API, '@trunkline/numbering/testing', 'Only tests may import'),
  imported('an app imports typeorm', API, 'typeorm', 'may not access the database'),
  imported('the switch agent imports all of the platform', `${AGENT}/planted.ts`, '@trunkline/platform', 'no database'),
  imported('an app imports pg', 'apps/worker/src/planted.ts', 'pg', 'may not access the database'),
  imported('the edge imports a context', EDGE, '@trunkline/identity', 'may not import a context'),
  imported('the edge imports an endpoint', EDGE, '../../identity/users/users.dto', 'may not import a context'),
  imported('another folder imports oidc-provider', API, 'oidc-provider', 'Only apps/api/src/oauth'),
];

const insideLayers: Plant[] = [
  written('the domain reads the clock', DOMAIN, 'export const now = new Date();\n', 'Use the Clock'),
  written('a use case reads the clock', APPLICATION, 'export const now = Date.now();\n', 'Use the Clock'),
  written('the domain reads the process', DOMAIN, 'export const up = process.uptime();\n', 'to the constructor'),
  written('a use case reads the process', APPLICATION, 'export const id = process.pid;\n', 'to the constructor'),
  written('a use case fetches', APPLICATION, "export const x = fetch('https://a.example');\n", 'through a port'),
  written('the domain imports late', DOMAIN, "export const x = import('node:util');\n", 'dynamic imports'),
  written('an app wires late', API, "export const x = import('@trunkline/cdr/wiring');\n", 'statically'),
  written('an adapter wires late', INFRASTRUCTURE, "export const x = import('../wiring/orders');\n", 'statically'),
  written(
    'an adapter reads the environment',
    INFRASTRUCTURE,
    "export const x = process.env['X'];\n",
    'only in the settings',
  ),
  written('an app reads the environment', API, 'export const { X } = process.env;\n', 'only in the settings'),
  written(
    'a type is talked into never',
    API,
    'export const x = (value: string) => value as never;\n',
    'hides a type error',
  ),
  written('a test is skipped', SPEC, "it.skip('waits', () => undefined);\n", 'Remove or run the test'),
  written('a test is switched off', SPEC, "xit('waits', () => undefined);\n", 'Remove or run the test'),
];

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `export const line${String(index)} = ${String(index)};`).join('\n');
const LONG_BODY = Array.from({ length: 60 }, () => '  n += 1;').join('\n');
const BRANCHES = Array.from({ length: 8 }, (_, index) => `  if (n === ${String(index)}) return ${String(index)};`).join(
  '\n',
);
const CTOR = 'a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1, j: 1';

const sizes: Plant[] = [
  { name: 'a file is too long', file: KERNEL, text: lines(251), rule: 'max-lines (warning)', says: '250' },
  {
    name: 'a function is too long',
    file: KERNEL,
    text: `export function long(n: number): number {\n${LONG_BODY}\n  return n;\n}\n`,
    rule: 'max-lines-per-function (warning)',
    says: '60',
  },
  {
    name: 'a function branches too much',
    file: KERNEL,
    text: `export function pick(n: number): number {\n${BRANCHES}\n  return 9;\n}\n`,
    rule: 'complexity',
    says: '8',
  },
  {
    name: 'a function nests too deep',
    file: KERNEL,
    text: 'export function deep(n: number): number {\n  if (n) { if (n > 1) { if (n > 2) { if (n > 3) { return 4; } } } }\n  return 0;\n}\n',
    rule: 'max-depth',
    says: '3',
  },
  written(
    'a function takes five parameters',
    KERNEL,
    'export const five = (a: 1, b: 1, c: 1, d: 1, e: 1): number => a + b + c + d + e;\n',
    'More than four parameters',
  ),
  written(
    'a class has ten collaborators',
    KERNEL,
    `export class Ten {\n  readonly sum: number;\n  constructor(${CTOR}) {\n    this.sum = a + b + c + d + e + f + g + h + i + j;\n  }\n}\n`,
    'More than nine collaborators',
  ),
];

const care: Plant[] = [
  {
    name: 'something is any',
    file: KERNEL,
    text: 'export const x = (value: any): void => void value;\n',
    rule: '@typescript-eslint/no-explicit-any',
    says: 'any',
  },
  {
    name: 'a type error is ignored',
    file: KERNEL,
    text: "// @ts-ignore\nexport const x: number = 'a';\n",
    rule: '@typescript-eslint/ban-ts-comment',
    says: '@ts-',
  },
  { name: 'an app prints', file: API, text: "console.log('x');\n", rule: 'no-console', says: 'console' },
  {
    name: 'a comment switches a rule off',
    file: API,
    text: "/* eslint-disable no-console */\nconsole.log('x');\n",
    rule: 'no-console',
    says: 'console',
  },
  {
    name: 'a comment switches a rule of Oxlint off',
    file: API,
    text: '// oxlint-disable-next-line typescript/await-thenable\nexport const x = 1;\n',
    rule: 'no-warning-comments',
    says: 'oxlint-disable',
  },
  {
    name: 'something is left to be done',
    file: KERNEL,
    text: '// TODO: later\nexport const x = 1;\n',
    rule: 'no-warning-comments',
    says: 'todo',
  },
  {
    name: 'a type is imported as a value',
    file: KERNEL,
    text: "import { Clock } from './clock';\nexport const now = (clock: Clock): Date => clock.now();\n",
    rule: '@typescript-eslint/consistent-type-imports',
    says: 'import type',
  },
  {
    name: 'a comparison converts',
    file: KERNEL,
    text: 'export const same = (a: unknown): boolean => a == 1;\n',
    rule: 'eqeqeq',
    says: '===',
  },
];

export const PLANTS: readonly Plant[] = [...betweenProjects, ...betweenLayers, ...insideLayers, ...sizes, ...care];

/** The same source in places where it is allowed: no rule may report it. */
export const ALLOWED: readonly Pick<Plant, 'name' | 'file' | 'text'>[] = [
  { name: 'the authorization server', file: 'apps/api/src/oauth/planted.ts', text: importing('oidc-provider') },
  { name: 'an app and a context', file: API, text: importing('@trunkline/numbering') },
  {
    name: 'the composition and what wires a context',
    file: 'libs/composition/src/planted.ts',
    text: importing('@trunkline/numbering/wiring'),
  },
  {
    name: 'a test and what wires a context',
    file: 'apps/api/e2e/planted.ts',
    text: importing('@trunkline/cdr/wiring'),
  },
  { name: 'an app and the composition', file: API, text: importing('@trunkline/composition') },
  { name: 'a part of the edge and another', file: EDGE, text: importing('../answers/edge-errors') },
  { name: 'a context and the platform', file: INFRASTRUCTURE, text: importing('@trunkline/platform') },
  { name: 'an adapter and typeorm', file: INFRASTRUCTURE, text: importing('typeorm') },
  { name: 'a use case and the domain', file: APPLICATION, text: importing('../domain/errors') },
  { name: 'the kernel and ipaddr.js', file: KERNEL, text: "export { default } from 'ipaddr.js';\n" },
  { name: 'the domain and the kernel', file: DOMAIN, text: importing('@trunkline/kernel') },
  { name: 'the domain and a given time', file: DOMAIN, text: 'export const at = (s: number) => new Date(s * 1000);\n' },
  { name: 'a test and the fakes', file: SPEC, text: importing('@trunkline/kernel/testing') },
  {
    name: 'the entry point and the environment',
    file: 'apps/api/src/main.ts',
    text: 'export const env = process.env;\n',
  },
  { name: 'a tool that prints', file: 'tools/planted.ts', text: "console.log('x');\n" },
];
