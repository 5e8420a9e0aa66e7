/**
 * Source that violates a rule of `.oxlintrc.json`, by the rule. `react/preserve-manual-memoization` has none:
 * `react/exhaustive-deps` reports what would violate it.
 */
export const PLANTS: Readonly<Record<string, string>> = {
  'typescript/await-thenable': 'export async function f(): Promise<void> { await 1; }',
  'typescript/no-array-delete': 'export function f(list: number[]): void { delete list[0]; }',
  'typescript/no-base-to-string': 'export const f = (value: object): string => String(value);',
  'typescript/no-deprecated':
    '/** @deprecated Use f. */\nconst g = (): number => 1;\nexport const f = (): number => g();',
  'typescript/no-duplicate-type-constituents': 'export type F = string | string;',
  'typescript/no-floating-promises': 'declare const g: () => Promise<void>;\nexport function f(): void { g(); }',
  'typescript/no-for-in-array':
    'declare const g: (key: string) => void;\nexport function f(list: number[]): void { for (const key in list) g(key); }',
  'typescript/no-generated-empty-object-type': "export type F = Omit<{ a: 1 }, 'a'>;",
  'typescript/no-implied-eval': "export const f = new Function('return 1') as () => number;",
  'typescript/no-meaningless-void-operator': 'declare const g: () => void;\nexport function f(): void { void g(); }',
  'typescript/no-misused-promises':
    'declare const g: (n: number) => Promise<void>;\nexport const f = (): void => { [1].forEach(async (n) => { await g(n); }); };',
  'typescript/no-misused-spread': 'export const f = (list: number[]): object => ({ ...list });',
  'typescript/no-mixed-enums': "export enum F { A = 1, B = 'b' }",
  'typescript/no-redundant-type-constituents': 'export type F = unknown | string;',
  'typescript/no-unnecessary-boolean-literal-compare': 'export const f = (b: boolean): boolean => b === true;',
  'typescript/no-unnecessary-condition': 'export const f = (o: object): number => (o ? 1 : 2);',
  'typescript/no-unnecessary-template-expression': 'export const f = (s: string): string => `${s}`;',
  'typescript/no-unnecessary-type-arguments': 'declare function g<T = number>(): T;\nexport const f = g<number>();',
  'typescript/no-unnecessary-type-assertion': 'export const f = (s: string): string => s as string;',
  'typescript/no-unnecessary-type-conversion': 'export const f = (s: string): string => String(s);',
  'typescript/no-unsafe-argument':
    'declare const x: any;\ndeclare const g: (s: string) => void;\nexport function f(): void { g(x); }',
  'typescript/no-unsafe-assignment': 'declare const x: any;\nexport const f = x;',
  'typescript/no-unsafe-call': 'declare const x: any;\nexport function f(): void { x(); }',
  'typescript/no-unsafe-enum-comparison': 'enum E { A = 1, B = 2 }\nexport const f = (e: E): boolean => e === 1;',
  'typescript/no-unsafe-member-access': 'declare const x: any;\nexport const f = (): boolean => x.y === 1;',
  'typescript/no-unsafe-return': 'declare const x: any;\nexport const f = (): string => x;',
  'typescript/no-unsafe-unary-minus': 'export const f = (s: string): number => -s;',
  'typescript/no-useless-default-assignment': 'export const f = ({ a = 1 }: { a: number }): number => a;',
  'typescript/only-throw-error': "export function f(): never { throw 'x'; }",
  'typescript/prefer-promise-reject-errors': "export const f = (): Promise<never> => Promise.reject('x');",
  'typescript/prefer-reduce-type-parameter':
    'export const f = (l: string[]): string[] => l.reduce((all, s) => [...all, s], [] as string[]);',
  'typescript/prefer-return-this-type': 'export class F { f(): F { return this; } }',
  'typescript/related-getter-setter-pairs':
    'export class F { private n = 0; get a(): string { return String(this.n); } set a(n: number) { this.n = n; } }',
  'typescript/require-await': 'export async function f(): Promise<number> { return 1; }',
  'typescript/restrict-plus-operands': 'export const f = (a: number, b: bigint): unknown => a + b;',
  'typescript/restrict-template-expressions': 'export const f = (list: number[]): string => `a${list}`;',
  'typescript/return-await':
    'export async function f(p: Promise<number>): Promise<number> { try { return p; } catch { return await p; } }',
  'typescript/switch-exhaustiveness-check':
    "export function f(x: 'a' | 'b'): number { switch (x) { case 'a': return 1; } return 2; }",
  'typescript/unbound-method':
    'class C { private readonly n = 1; f(): number { return this.n; } }\nexport const f = new C().f;',
  'typescript/use-unknown-in-catch-callback-variable':
    'declare const g: (s: string) => void;\nexport const f = (p: Promise<void>): Promise<void> => p.catch((e: Error) => { g(e.message); });',
  'react/rules-of-hooks': 'export function F({ a }: A) { if (a) useState(0); return null; }',
  'react/exhaustive-deps': 'export function F({ a, g }: A) { useEffect(() => { g(a); }, [g]); return null; }',
  'react/static-components': 'export function F({ a }: A) { const G = () => <b>{a}</b>; return <G />; }',
  'react/use-memo': 'export function F() { const v = useMemo((n: number) => n, []); return <b>{v}</b>; }',
  'react/incompatible-library':
    "import { useReactTable } from '@tanstack/react-table';\nexport function F() { const v = useReactTable({}); return <b>{typeof v}</b>; }",
  'react/immutability': 'export function F({ o }: A) { o.n = 2; return <b>{o.n}</b>; }',
  'react/globals': 'let n = 0;\nexport function F() { n = n + 1; return <b>{n}</b>; }',
  'react/refs': 'export function F() { const r = useRef(0); return <b>{r.current}</b>; }',
  'react/set-state-in-effect':
    'export function F({ a }: A) { const [n, set] = useState(0); useEffect(() => { set(a); }, [a]); return <b>{n}</b>; }',
  'react/error-boundaries': 'export function F() { try { return <b />; } catch { return null; } }',
  'react/purity': 'export function F() { return <b>{Math.random()}</b>; }',
  'react/set-state-in-render': 'export function F() { const [n, set] = useState(0); set(n + 1); return <b>{n}</b>; }',
  'react/unsupported-syntax': "export function F() { const n = eval('1') as number; return <b>{n}</b>; }",
};

/** Goes before each plant that violates a rule of React. */
export const REACT_HEAD = `import { useEffect, useMemo, useRef, useState } from 'react';
interface A { a: number; o: { n: number }; g: (a: number) => void }
`;

/** Source that no rule may report, by its path. */
export const ALLOWED: Readonly<Record<string, string>> = {
  'libs/kernel/src/untyped.spec.ts': 'declare const x: any;\nexport const f = x;',
  'apps/dashboard/src/handler.tsx':
    'declare const g: () => Promise<void>;\nexport const F = () => <b onClick={async () => { await g(); }} />;',
};
