import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type Field, type Options, text } from './fields';

/** Returns a check of the length of a new password. */
export const atLeast =
  (length: number) =>
  (value: string): string | null =>
    value.length >= length ? null : `Use at least ${length} characters.`;

type PasswordOptions = Options<string, PasswordInputProps>;

/** A password of the user. */
export const password = (label: string, { fault, when, ...props }: PasswordOptions = {}): Field<string> => ({
  ...text(label, { fault, when }),
  write: (value) => value,
  draw: (input) => <PasswordInput label={label} autoComplete="current-password" {...props} {...input} />,
});

/** A secret that the API stores and never returns. It is sent only if the user enters one. */
export const secret = (
  label: string,
  options: PasswordOptions = {},
): Field<string, string | undefined, string | null> => ({
  ...password(label, { autoComplete: 'new-password', ...options }),
  read: () => '',
  write: (value) => value || undefined,
});
