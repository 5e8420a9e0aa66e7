import { Button, Group, Stack, Text } from '@mantine/core';
import { type CallOptions, etagOf, isTrunklineError } from '@trunkline/client';
import { type ReactNode, useRef, useState } from 'react';
import { words } from '../../format';
import { refresh } from '../../session/refresh';
import { Note } from '../feedback/note';
import { Problem } from '../feedback/problem';
import classes from './edit-form.module.css';
import {
  type BodyOf,
  bodyOf,
  changedNames,
  type Fields,
  mergeEntries,
  only,
  type RowOf,
  valuesOf,
} from './field-values';
import { type FieldForm, useFields } from './use-fields';
import { useSubmit } from './use-submit';

interface Editing<R extends object, F extends Fields> {
  readonly fields: F;
  readonly row: R;
  /** Returns the members that the fields edit, where they are not those of the row. */
  readonly of?: (row: R) => RowOf<F>;
  /** Receives the members that the user has changed, and all. */
  readonly save: (changes: Partial<BodyOf<F>>, options: CallOptions, body: BodyOf<F>) => PromiseLike<R>;
  /** Reads the row again after it was changed elsewhere. */
  readonly load: () => PromiseLike<R>;
  /** The resources that are out of date then. */
  readonly reloads?: readonly string[];
  readonly onSaved?: (row: R) => unknown;
  /** Why the user cannot change the row, in place of the button; or only that it cannot be changed. */
  readonly readOnly?: string | boolean | undefined;
}

/** What was changed elsewhere while the form was open. */
interface Conflict {
  readonly fields: readonly string[];
  readonly takeCurrent: () => void;
}

/** Ends a submission that has to be checked by the user. */
const CONFLICT = new Error('The row was changed in the meantime.');

/**
 * A form over a row. It sends what the user has changed, with the version of the row that it started from. When the row was
 * changed in the meantime, by another user or in another tab, the user's entries stay, untouched fields take their current
 * values, and saving again replaces the rest.
 */
function useEdit<R extends object, F extends Fields>({ fields, row, readOnly, ...editing }: Editing<R, F>) {
  const { of = (each: R): RowOf<F> => each, save, load, reloads = [], onSaved } = editing;
  const start = useRef(row);
  const element = useRef<HTMLFormElement>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { form, mantine } = useFields(fields, of(row), { isReadOnly: Boolean(readOnly) });
  const startValues = () => valuesOf(fields, of(start.current));
  const send = (values: Record<string, unknown>): PromiseLike<R> => {
    const names = changedNames(startValues(), values);
    const body = bodyOf(fields, values);
    return save(only(body, names) as Partial<BodyOf<F>>, { ifMatch: etagOf(start.current) }, body as BodyOf<F>);
  };
  const adopt = (values: Record<string, unknown>, current: Record<string, unknown>): void => {
    mantine.setValues(values);
    mantine.resetDirty(current);
  };
  const submit = useSubmit(
    mantine,
    async (values) => {
      setConflict(null);
      try {
        return await send(values);
      } catch (error) {
        if (!isTrunklineError(error, 'precondition_failed')) throw error;
        const before = startValues();
        start.current = await load();
        const current = startValues();
        const changed = changedNames(before, current);
        // The version covers members that the form does not show.
        if (changed.length === 0) return send(values);
        adopt(mergeEntries(before, values, current), current);
        const takeCurrent = (): void => {
          adopt(current, current);
          setConflict(null);
          // The button that was pressed leaves.
          controlOf(element.current, changed[0])?.focus();
        };
        setConflict({ fields: changed.map((name) => labelOf(element.current, name)), takeCurrent });
        throw CONFLICT;
      }
    },
    async (saved) => {
      start.current = saved;
      await refresh(...reloads);
      await onSaved?.(saved);
    },
  );
  return { ...submit, element, form, conflict, isDirty: mantine.isDirty() };
}

const controlOf = (form: HTMLFormElement | null, name = ''): HTMLElement | null =>
  form?.querySelector<HTMLElement>(`[data-path="${name}"]`) ?? null;

/** Names a field as the form does. */
function labelOf(form: HTMLFormElement | null, name: string): string {
  const control = controlOf(form, name) as HTMLInputElement | null;
  return control?.labels?.[0]?.textContent ?? words(name);
}

interface Props<R extends object, F extends Fields> extends Editing<R, F> {
  readonly label?: string;
  readonly variant?: string;
  readonly above?: ReactNode;
  readonly below?: ReactNode;
  /** What stands beside the button, which else has the width of the form. */
  readonly beside?: ReactNode;
  /** The layout, where the fields do not simply follow each other. */
  readonly children?: (form: FieldForm<F>) => ReactNode;
}

/** The form of a row: its fields, what kept it from being saved, and the button, which a page shows once a field has changed. */
export function EditForm<R extends RowOf<F>, F extends Fields>(props: Props<R, F>): ReactNode;
export function EditForm<R extends object, F extends Fields>(
  props: Props<R, F> & Required<Pick<Props<R, F>, 'of'>>,
): ReactNode;
export function EditForm<R extends object, F extends Fields>(props: Props<R, F>) {
  const { label = 'Save', variant = 'filled', above, below, beside, children, ...editing } = props;
  const { readOnly } = editing;
  const { element, form, conflict, error, isPending, isDone, isDirty, onSubmit } = useEdit(editing);
  const button = (
    <>
      <Button
        type="submit"
        className={classes['save']}
        variant={variant}
        loading={isPending}
        disabled={Boolean(readOnly) || !isDirty}
      >
        {label}
      </Button>
      {isDone && !isDirty && (
        <p ref={takeFocus} className={classes['saved']} role="status" tabIndex={-1}>
          Saved
        </p>
      )}
    </>
  );
  return (
    <form ref={element} onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        {above}
        {children ? children(form) : form.field()}
        {conflict ? <ConflictAlert {...conflict} /> : <Problem error={error === CONFLICT ? null : error} />}
        {typeof readOnly === 'string' ? (
          <Text size="sm" c="dimmed">
            {readOnly}
          </Text>
        ) : beside === undefined ? (
          button
        ) : (
          <Group className={classes['bar']}>
            {button}
            {beside}
          </Group>
        )}
        {below}
      </Stack>
    </form>
  );
}

/** Moves the focus of the button, which a browser takes from it while it is disabled, to what takes its place. */
function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.matches('body, :disabled')) element?.focus({ preventScroll: true });
}

/** What to do about a row that was changed in the meantime. The API does not say by whom. */
function ConflictAlert({ fields, takeCurrent }: Conflict) {
  return (
    <Note state="warn" role="alert" title="Changed in the meantime">
      <Stack align="start" gap="xs">
        <Text size="sm">
          Changed by another user, or by you in another tab: {fields.join(', ')}. Your entries are kept. Check them and
          save again, or discard them.
        </Text>
        <Button size="compact-sm" variant="default" onClick={takeCurrent}>
          Show the current values
        </Button>
      </Stack>
    </Note>
  );
}
