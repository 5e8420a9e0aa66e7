import { Button, Stack, Text } from '@mantine/core';
import type { EndUser } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { EditProblem } from '../../../ui/forms/edit-problem';
import { useEdit } from '../../../ui/forms/use-edit';
import { EndUserFields } from './end-user-fields';
import { endUserChangeOf, endUserFaults, endUserValuesOf } from './end-user-values';

interface Props {
  readonly endUser: EndUser;
  readonly isReadOnly: boolean;
  readonly onSaved?: () => void;
}

/** The details of an end user, to edit. */
export function EditEndUser({ endUser, isReadOnly, onSaved }: Props) {
  const edit = useEdit(endUser, {
    valuesOf: endUserValuesOf,
    validate: endUserFaults,
    save: (values, options) => trunkline.compliance.endUsers.update(endUser.id, endUserChangeOf(values), options),
    load: () => trunkline.compliance.endUsers.get(endUser.id),
    onSaved: async () => {
      await refresh('end-users', 'bundles');
      onSaved?.();
    },
  });
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <EndUserFields form={edit.form} disabled={isReadOnly} />
        <EditProblem edit={edit} />
        {isReadOnly ? (
          <Text size="sm" c="dimmed">
            Your role cannot change end users.
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
