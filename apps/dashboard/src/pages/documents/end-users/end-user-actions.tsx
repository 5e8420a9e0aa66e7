import { useRouter } from '@tanstack/react-router';
import type { EndUser } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { ActionButton } from '../../../ui/action-button';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button';
import { saveFile } from '../../../ui/save-file';

/** Export, erasure and deletion of an end user. */
export function EndUserActions({ endUser }: { endUser: EndUser }) {
  const may = useMay();
  const router = useRouter();
  const { id, display_name } = endUser;
  const leave = async (): Promise<void> => {
    await router.navigate({ to: '/documents/end-users' });
    await refresh('end-users', 'documents', 'bundles');
  };
  return (
    <>
      {may('documents:read') && (
        <ActionButton
          label="Export"
          action={async () => saveFile(await trunkline.compliance.endUsers.export(id), `${id}.zip`)}
        />
      )}
      {may('compliance:write') && (
        <>
          <ConfirmButton
            label="Erase"
            title={`Erase ${display_name}`}
            text="The details, the documents and their content are deleted for good. Approvals of bundles with this end user end, and submitted bundles become drafts. While live numbers need such an approval, the end user cannot be erased: attach another bundle to them first."
            typed={display_name}
            action={async () => {
              await trunkline.compliance.endUsers.erase(id);
              await leave();
            }}
          />
          <ConfirmButton
            label="Delete"
            title={`Delete ${display_name}`}
            text="An end user without documents and bundles can be deleted. This cannot be undone."
            action={async () => {
              await trunkline.compliance.endUsers.delete(id);
              await leave();
            }}
          />
        </>
      )}
    </>
  );
}
