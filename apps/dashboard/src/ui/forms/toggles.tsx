import { Switch, type SwitchProps } from '@mantine/core';
import type { Field, Options } from './fields';

/** A switch. */
export const toggle = (label: string, { when, ...props }: Options<boolean, SwitchProps> = {}): Field<boolean> => ({
  empty: false,
  read: (member) => member,
  write: (value) => value,
  when,
  draw: (input) => <Switch label={label} {...props} {...input} />,
});

/** A switch between the statuses `active` and `disabled`. */
export const status = (label: string): Field<boolean, 'active' | 'disabled', string> => ({
  ...toggle(label),
  read: (member) => member === 'active',
  write: (value) => (value ? 'active' : 'disabled'),
});
