import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { centsOf, dollarsOf } from '../../format/dollars';
import { integerOf, itemsOf, optionsOf } from '../../format/lists';

type Values = Readonly<Record<string, unknown>>;

/** What the form gives to a control of Mantine. */
export interface Input {
  readonly value?: string;
  readonly checked?: boolean;
  readonly onChange: (change: unknown) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly description?: ReactNode;
  /** By which the form finds the control that gets the focus after a failed submission. */
  readonly 'data-path'?: string;
}

/** Of a method, whose parameters are compared in both directions, because fields of different values share a table. */
type Change<V> = { change(value: V): void }['change'];

/** What a control of another kind needs of the form. */
export interface Control<V> {
  readonly value: V;
  readonly change: Change<V>;
  readonly values: Values;
  readonly set: (name: string, value: unknown) => void;
}

/** All that a form knows of a member of the API: `V` is what the form holds, `Out` what it sends, `In` what the API returns. */
export interface Field<V, Out = V, In = Out> {
  readonly empty: V;
  read(member: In): V;
  write(value: V): Out;
  /** Returns what is wrong with a value, as far as the browser knows. The API checks each. */
  fault?(value: V, values: Values): string | null;
  /** Whether the form shows the field. It always does without. */
  when?(values: Values): boolean;
  draw(input: Input, control: Control<V>): ReactNode;
}

/** What a field takes beside its label: its rules, and the properties of its control. */
export type Options<V, P> = Pick<Field<V>, 'fault' | 'when'> & Omit<P, 'label' | 'value' | 'defaultValue' | 'onChange'>;
type TextOptions = Options<string, TextInputProps>;

/** Returns a check that a text is not empty. */
export const given =
  (message: string) =>
  (value: string): string | null =>
    value.trim() === '' ? message : null;

/** Returns a check that a text is not too long. */
export const atMost =
  (max: number) =>
  (value: string): string | null =>
    Array.from(value.trim()).length <= max ? null : `Use at most ${max} characters.`;

/** A line of text, without the spaces around it. */
export const text = (label: string, { fault, when, ...props }: TextOptions = {}): Field<string> => ({
  empty: '',
  read: (member) => member,
  write: (value) => value.trim(),
  fault,
  when,
  draw: (input) => <TextInput label={label} {...props} {...input} />,
});

/** The name of a resource. */
export const name = (label = 'Name', options: TextOptions = {}) =>
  text(label, { fault: given('Enter a name.'), ...options });

export const email = (label: string, options: TextOptions = {}) =>
  text(label, {
    type: 'email',
    fault: (value) => (value.includes('@') ? null : 'Enter an email address.'),
    ...options,
  });

/** Text that may be missing. */
export const optionalText = (label: string, options: TextOptions = {}): Field<string, string | null> => ({
  ...text(label, options),
  read: (member) => member ?? '',
  write: (value) => value.trim() || null,
});

/** A phone number, grouped as the user likes, or none. */
export const phone = (label: string, options: TextOptions = {}): Field<string, string | null> => ({
  ...optionalText(label, options),
  write: (value) => value.replace(/[^\d+]/g, '') || null,
});

/** A calendar date, or none. */
export const date = (label: string, options: TextOptions = {}) => optionalText(label, { type: 'date', ...options });

export const integer = (label: string, options: TextOptions = {}): Field<string, number> => ({
  ...text(label, {
    inputMode: 'numeric',
    fault: (value) => (integerOf(value) === null ? 'Enter a whole number.' : null),
    ...options,
  }),
  read: String,
  write: Number,
});

export const optionalInteger = (label: string, options: TextOptions = {}): Field<string, number | null> => ({
  ...text(label, {
    inputMode: 'numeric',
    fault: (value) =>
      value.trim() === '' || integerOf(value) !== null ? null : 'Enter a whole number, or leave it empty.',
    ...options,
  }),
  read: (member) => (member === null ? '' : String(member)),
  write: integerOf,
});

/** An amount of money, which the form shows in dollars. */
export const dollars = (label: string, options: TextOptions = {}): Field<string, number | null> => ({
  ...text(label, {
    inputMode: 'decimal',
    fault: (value) => (centsOf(value) === null ? 'Enter an amount.' : null),
    ...options,
  }),
  read: (member) => (member === null ? '' : dollarsOf(member)),
  write: centsOf,
});

/** Items in one line, separated by commas. */
export const items = (label: string, options: TextOptions = {}): Field<string, readonly string[]> => ({
  ...text(label, options),
  read: (member) => member.join(', '),
  write: itemsOf,
});

type Labels<K extends string> = Readonly<Record<K, string>>;
type ChoiceOptions<K> = Options<K, NativeSelectProps>;

/** One of the values of a closed list, of which the first is chosen without another. */
export function choice<K extends string>(
  label: string,
  labels: Labels<K>,
  { fault, when, ...props }: ChoiceOptions<K> = {},
): Field<K> {
  const options = optionsOf(labels);
  const [first] = options;
  if (!first) throw new Error(`There is nothing to choose for ${label}.`);
  return {
    empty: first.value,
    read: (member) => member,
    write: (value) => value,
    fault,
    when,
    draw: (input) => <NativeSelect label={label} data={options} {...props} {...input} />,
  };
}

/** One of the values of a closed list, or none, which has a text of its own. */
export const optionalChoice = <K extends string>(
  label: string,
  { none, ...labels }: Labels<K> & { readonly none: string },
  options: ChoiceOptions<K | ''> = {},
): Field<K | '', K | null> => ({
  ...choice<K | ''>(label, { '': none, ...labels } as Labels<K | ''>, options),
  read: (member) => member ?? '',
  write: (value) => value || null,
});

/** One of several values that are loaded, or none. The form says how it is drawn. */
export const picked = (
  missing?: string,
  { when }: Pick<Field<string>, 'when'> = {},
): Omit<Field<string, string | null>, 'draw'> =>
  optionalText('', { when, ...(missing !== undefined && { fault: given(missing) }) });

/** The field with something above its control, such as a heading. */
export const below = <V, Out, In>(above: ReactNode, field: Field<V, Out, In>): Field<V, Out, In> => ({
  ...field,
  draw: (input, control) => (
    <>
      {above}
      {field.draw(input, control)}
    </>
  ),
});
