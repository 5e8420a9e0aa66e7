import { useForm, type UseFormReturnType } from '@mantine/form';
import { Fragment, type ReactNode } from 'react';
import { faultsOf, type Fields, type RowOf, shownOf, type ValuesOf, valuesOf } from './field-values';

/** A form of fields, as its layout sees it. */
export interface FieldForm<F extends Fields> {
  readonly values: ValuesOf<F>;
  readonly set: <N extends keyof F & string>(name: N, value: ValuesOf<F>[N]) => void;
  readonly reset: () => void;
  /** Draws a field, or the named ones, or all, in the order of the table. */
  readonly field: (...names: readonly (keyof F & string)[]) => ReactNode;
}

export interface FormParts<F extends Fields> {
  readonly form: FieldForm<F>;
  readonly mantine: UseFormReturnType<Record<string, unknown>>;
}

export type Changing<F extends Fields> = (values: ValuesOf<F>, before: ValuesOf<F>, set: FieldForm<F>['set']) => void;

interface Options<F extends Fields> {
  readonly isReadOnly?: boolean;
  readonly onChange?: Changing<F>;
}

/** A form that begins with the members of a row. */
export function useFields<F extends Fields>(fields: F, row: RowOf<F>, options: Options<F>): FormParts<F> {
  const { isReadOnly = false, onChange } = options;
  const mantine = useForm<Record<string, unknown>>({
    initialValues: valuesOf(fields, row),
    validate: (values) => faultsOf(fields, values),
    onValuesChange: (values, before) => onChange?.(values as ValuesOf<F>, before as ValuesOf<F>, set),
  });
  const { values } = mantine;
  const set = (name: string, value: unknown): void => mantine.setFieldValue(name, value);
  const shown = Object.keys(shownOf(fields, values));
  const draw = (name: string): ReactNode => {
    const type = typeof values[name] === 'boolean' ? 'checkbox' : 'input';
    // A dialog begins with its first field, not with the button that closes it.
    const focus = name === shown[0] && { 'data-autofocus': true };
    const input = { disabled: isReadOnly, ...focus, ...mantine.getInputProps(name, { type }) };
    const change = (value: unknown): void => set(name, value);
    return <Fragment key={name}>{fields[name]?.draw(input, { value: values[name], change, values, set })}</Fragment>;
  };
  const field = (...names: readonly string[]): ReactNode =>
    (names.length > 0 ? names.filter((each) => shown.includes(each)) : shown).map(draw);
  return { mantine, form: { values: values as ValuesOf<F>, set, reset: mantine.reset, field } };
}
