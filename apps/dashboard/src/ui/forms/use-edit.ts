import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { type CallOptions, etagOf, isTrunklineError } from '@trunkline/client';
import { useRef, useState } from 'react';
import { changedNames, mergeEntries } from './changes';
import { type Submit, useSubmit } from './use-submit';

interface EditOptions<R, V> {
  readonly valuesOf: (row: R) => V;
  readonly save: (values: V, options: CallOptions) => PromiseLike<R>;
  /** Reads the row again after another user has changed it. */
  readonly load: () => PromiseLike<R>;
  readonly onSaved?: (row: R) => unknown;
  readonly validate?: NonNullable<UseFormInput<V>['validate']>;
}

/** What another user changed while the form was open. */
export interface EditConflict {
  readonly fields: readonly string[];
  readonly takeCurrent: () => void;
}

export interface Edit<V extends Record<string, unknown>> extends Submit {
  readonly form: UseFormReturnType<V>;
  readonly conflict: EditConflict | null;
}

/** Ends a submission that has to be checked by the user. */
const CONFLICT = new Error('Another user changed the row.');

const isOutdated = (error: unknown): boolean => isTrunklineError(error, 'precondition_failed');

/**
 * A form over a row. It sends the version of the row that it started from. When another user has changed the row in the
 * meantime, the user's entries stay, untouched fields take their current values, and saving again replaces the rest.
 */
export function useEdit<R extends object, V extends Record<string, unknown>>(
  row: R,
  { valuesOf, save, load, onSaved, validate }: EditOptions<R, V>,
): Edit<V> {
  const start = useRef(row);
  const [conflict, setConflict] = useState<EditConflict | null>(null);
  const form = useForm<V>({ initialValues: valuesOf(row), ...(validate && { validate }) });
  const send = (values: V): PromiseLike<R> => {
    const ifMatch = etagOf(start.current);
    return save(values, { ...(ifMatch && { ifMatch }) });
  };
  const adopt = (values: V, current: V): void => {
    form.setValues(values);
    form.resetDirty(current);
  };
  const submit = useSubmit(
    form,
    async (values) => {
      setConflict(null);
      try {
        return await send(values);
      } catch (error) {
        if (!isOutdated(error)) throw error;
        const before = valuesOf(start.current);
        start.current = await load();
        const current = valuesOf(start.current);
        const fields = changedNames(before, current);
        // The version covers members that the form does not show.
        if (fields.length === 0) return send(values);
        adopt(mergeEntries(before, values, current), current);
        setConflict({
          fields,
          takeCurrent: () => {
            adopt(current, current);
            setConflict(null);
          },
        });
        throw CONFLICT;
      }
    },
    (saved) => {
      start.current = saved;
      return onSaved?.(saved);
    },
  );
  return { ...submit, error: submit.error === CONFLICT ? null : submit.error, form, conflict };
}
