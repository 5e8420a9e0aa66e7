import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { changing } from '../../session/refresh';
import { Problem } from '../feedback/problem';
import { type BodyOf, bodyOf, type Fields, type RowOf } from './field-values';
import { type Changing, type FieldForm, useFields } from './use-fields';
import { type Submit, useSubmit } from './use-submit';

export interface Sending<F extends Fields, T> {
  readonly fields: F;
  /** What the form begins with, such as the defaults of the API. */
  readonly start?: RowOf<F>;
  readonly send: (body: BodyOf<F>) => PromiseLike<T>;
  /** The resources that are out of date then. */
  readonly reloads?: readonly string[];
  readonly onSent?: (result: T, form: FieldForm<F>) => unknown;
  /** Called after each change of a value, to change others. */
  readonly onChange?: Changing<F>;
}

/** A form that is sent once, such as that of a new resource. */
export function useSending<F extends Fields, T>(sending: Sending<F, T>): FieldForm<F> & Submit {
  const { fields, start = {}, send, reloads = [], onSent, onChange } = sending;
  const { form, mantine } = useFields(fields, start, onChange ? { onChange } : {});
  const submit = useSubmit(
    mantine,
    (values) => changing(() => send(bodyOf(fields, values) as BodyOf<F>), reloads),
    (result) => onSent?.(result, form),
  );
  return { ...form, ...submit };
}

interface Props<F extends Fields, T> extends Sending<F, T> {
  /** Text of the button. */
  readonly label: string;
  readonly color?: string;
  readonly variant?: string;
  /** Whether the button is as wide as its text, not as the form. */
  readonly narrow?: boolean;
  /** Says more of a failure than the API, or nothing. */
  readonly explain?: (error: Error | null) => ReactNode;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  /** The layout, where the fields do not simply follow each other. */
  readonly children?: (form: FieldForm<F>) => ReactNode;
}

/** Shows such a form: its fields, a failure that no field shows, and the button. */
export function SubmitForm<F extends Fields, T>({
  label,
  color,
  variant,
  narrow = false,
  explain,
  above,
  below,
  children,
  ...sending
}: Props<F, T>) {
  const form = useSending(sending);
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm">
        {above}
        {children ? children(form) : form.field()}
        {explain?.(form.error) || <Problem error={form.error} />}
        <Button
          type="submit"
          loading={form.isPending}
          color={color}
          {...(variant && { variant })}
          {...(narrow && { style: { alignSelf: 'start' } })}
        >
          {label}
        </Button>
        {below}
      </Stack>
    </form>
  );
}
