import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { isTrunklineError } from '@trunkline/client';
import type { SubmitEvent } from 'react';
import { faultText } from '../feedback/field-texts';

export interface Submit {
  readonly onSubmit: (event?: SubmitEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  /** Whether the last submission succeeded. */
  readonly isDone: boolean;
  /** A failure that no field of the form shows. */
  readonly error: Error | null;
}

/** Sends the values of a form. Puts the faults that the API found at their fields and the focus on the first of them. */
export function useSubmit<V extends Record<string, unknown>, T>(
  form: UseFormReturnType<V>,
  send: (values: V) => PromiseLike<T>,
  onDone: (result: T) => unknown,
): Submit {
  const mutation = useMutation({
    mutationFn: async (values: V) => send(values),
    onSuccess: (result, values) => {
      form.resetDirty(values);
      return onDone(result);
    },
    onError: (error) => {
      const fields = fieldErrors(form, error);
      form.setErrors(fields);
      focusFirst(form, fields);
    },
  });
  const isShown = mutation.error !== null && Object.keys(fieldErrors(form, mutation.error)).length > 0;
  return {
    onSubmit: form.onSubmit(
      (values) => mutation.mutate(values),
      (errors) => focusFirst(form, errors),
    ),
    isPending: mutation.isPending,
    isDone: mutation.isSuccess,
    error: isShown ? null : mutation.error,
  };
}

function fieldErrors<V extends Record<string, unknown>>(form: UseFormReturnType<V>, error: unknown) {
  if (!isTrunklineError(error)) return {};
  const values = form.getValues();
  if (error.code === 'name_in_use' && 'name' in values) return { name: 'In use already.' };
  // `conditions.dates.0` is shown at the field of the list, `gateways.0.host` at that of the host.
  const fieldOf = (path: string): string | undefined => [path, ...path.split('.')].find((name) => name in values);
  const shown = Object.entries(error.fields).flatMap(([path, message]) => {
    const name = fieldOf(path);
    return name === undefined ? [] : [[name, sentence(faultText(message))] as const];
  });
  return Object.fromEntries(shown);
}

/** The faults continue the name of the field: `must be …`. */
const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`;

function focusFirst<V extends Record<string, unknown>>(form: UseFormReturnType<V>, errors: object): void {
  const first = Object.keys(errors)[0];
  if (first !== undefined) form.getInputNode(first)?.focus();
}
