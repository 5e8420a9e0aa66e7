import type { EndUser } from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { EditForm } from '../../../ui/forms/edit-form';
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
    <EditForm edit={edit} readOnly={isReadOnly && 'Your role cannot change end users.'}>
      <EndUserFields form={edit.form} disabled={isReadOnly} />
    </EditForm>
  );
}
