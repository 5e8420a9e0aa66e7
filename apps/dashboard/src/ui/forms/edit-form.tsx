import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EditProblem } from './edit-problem';
import type { Edit } from './use-edit';

interface Props<V extends Record<string, unknown>> {
  readonly edit: Edit<V>;
  /** Why the user cannot change the row, in place of the button. */
  readonly readOnly?: string | false;
  readonly children: ReactNode;
}

/** The form of a row: its fields, what kept it from being saved, and the button. */
export function EditForm<V extends Record<string, unknown>>({ edit, readOnly, children }: Props<V>) {
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack gap="sm">
        {children}
        <EditProblem edit={edit} />
        {readOnly ? (
          <Text size="sm" c="dimmed">
            {readOnly}
          </Text>
        ) : (
          <Button type="submit" loading={edit.isPending} disabled={!edit.form.isDirty()}>
            Save
          </Button>
        )}
      </Stack>
    </form>
  );
}
