import { Text } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { ComplianceBundle } from '@trunkline/client';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { refresh } from '../../../session/refresh';
import { ConfirmButton } from '../../../ui/dialogs/confirm-button';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import * as fields from '../../../ui/forms/fields';
import { SubmitForm } from '../../../ui/forms/submit-form';
import { isEditable } from './bundle-status';

/** What can be done to a bundle as a whole, beside submitting it. */
export function BundleActions({ bundle }: { bundle: ComplianceBundle }) {
  const router = useRouter();
  if (!useMay()('compliance:write')) return null;
  const { id, name, status, number_count } = bundle;
  return (
    <>
      {status === 'submitted' && (
        <ConfirmButton
          label="Withdraw"
          title={`Withdraw ${name}`}
          text="The review ends, and the bundle becomes a draft that can be changed. Numbers with it keep waiting for documents."
          action={async () => {
            await trunkline.compliance.bundles.withdraw(id);
            await refresh('bundles');
          }}
        />
      )}
      <DialogButton label="Copy" title={`Copy ${name}`}>
        {() => <CopyForm bundle={bundle} />}
      </DialogButton>
      {isEditable(bundle) && (
        <ConfirmButton
          label="Delete"
          title={`Delete ${name}`}
          text="The bundle is deleted. Its end user and documents stay."
          disabled={number_count > 0}
          action={async () => {
            await trunkline.compliance.bundles.delete(id);
            await router.navigate({ to: '/documents' });
            await refresh('bundles', 'documents');
          }}
        />
      )}
    </>
  );
}

const COPY = { name: fields.name() };

function CopyForm({ bundle: { id, name } }: { bundle: ComplianceBundle }) {
  const navigate = useNavigate();
  return (
    <SubmitForm
      fields={COPY}
      start={{ name: `Copy of ${name}` }}
      label="Create the copy"
      send={(body) => trunkline.compliance.bundles.copy(id, body)}
      reloads={['bundles']}
      onSent={(copy) => navigate({ to: '/documents/bundles/$id', params: { id: copy.id } })}
      above={<Text size="sm">The copy is a draft with the same end user and documents.</Text>}
    />
  );
}
