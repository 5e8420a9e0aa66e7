import type { Field } from './fields';

/** The fields of a form by the members of the API that they edit, in the order in which they are shown. */
export type Fields = Readonly<Record<string, Field<unknown, unknown, unknown>>>;
/** What the form holds while it is edited. */
export type ValuesOf<F extends Fields> = { readonly [N in keyof F]: F[N]['empty'] };
/** What the API returns. A member that is not there is empty in the form. */
export type RowOf<F extends Fields> = { readonly [N in keyof F]?: Parameters<F[N]['read']>[0] };
/** What the API takes. */
export type BodyOf<F extends Fields> = { readonly [N in keyof F]: ReturnType<F[N]['write']> };
/** Fields for members of a request: `{ … } satisfies FieldsFor<SipTrunkUpdateRequest>`. */
export type FieldsFor<B> = { readonly [N in keyof B]?: Field<unknown, B[N], unknown> };

type Values = Readonly<Record<string, unknown>>;

const mapped = (fields: Fields, of: (name: string, field: Fields[string]) => unknown): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(name, field)]));

export const valuesOf = (fields: Fields, row: Values): Values =>
  mapped(fields, (name, field) => (row[name] === undefined ? field.empty : field.read(row[name])));

/** Returns the fields that the form shows for its values. The others are neither checked nor sent. */
export const shownOf = (fields: Fields, values: Values): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.when?.(values) ?? true));

export const bodyOf = (fields: Fields, values: Values): Values =>
  mapped(shownOf(fields, values), (name, field) => field.write(values[name]));

export function faultsOf(fields: Fields, values: Values): Record<string, string> {
  const faults = Object.entries(shownOf(fields, values)).flatMap(([name, field]) => {
    const text = field.fault?.(values[name], values) ?? null;
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(faults);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns the names of the fields whose values differ. */
export const changedNames = (before: Values, after: Values): readonly string[] =>
  Object.keys(after).filter((name) => !isSame(before[name], after[name]));

/** Returns the named fields, values or members alone. */
export const only = <T>(named: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(named).filter(([name]) => names.includes(name)));

/** Returns the current values, overridden by those that the user has changed. */
export const mergeEntries = (before: Values, entered: Values, current: Values): Values => ({
  ...current,
  ...only(entered, changedNames(before, entered)),
});
