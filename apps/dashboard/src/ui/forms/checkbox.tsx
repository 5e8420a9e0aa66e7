import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { Field, Options } from './fields';

/** A box to tick. */
export const checkbox = (label: string, { when, ...props }: Options<boolean, CheckboxProps> = {}): Field<boolean> => ({
  empty: false,
  read: (member) => member,
  write: (value) => value,
  when,
  draw: (input) => <Checkbox label={label} {...props} {...input} />,
});
