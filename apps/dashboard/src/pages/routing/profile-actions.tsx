import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { RoutingProfile } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';

/** Copies a profile, or archives it. */
export function ProfileActions({ profile }: { profile: RoutingProfile }) {
  const [isOpen, dialog] = useDisclosure();
  if (!useMay()('routing:write')) return null;
  const { id, name, status, number_count } = profile;
  const archive = async (): Promise<void> => {
    await trunkline.routingProfiles.archive(id, { force: true });
    await refresh('profiles', 'routes', 'numbers');
  };
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Duplicate
      </Button>
      {status !== 'archived' && (
        <ConfirmButton
          label="Archive"
          title={`Archive ${name}`}
          text={`Numbers that then route nowhere: ${format.count(number_count)}. An archived profile cannot be restored.`}
          typed={name}
          action={archive}
        />
      )}
      <Dialog opened={isOpen} onClose={dialog.close} title={`Duplicate ${name}`}>
        <Duplicate profile={profile} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function Duplicate({ profile, onDone }: { profile: RoutingProfile; onDone: () => void }) {
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: `Copy of ${profile.name}` } });
  const submit = useSubmit(
    form,
    ({ name }) => trunkline.routingProfiles.duplicate(profile.id, { name: name.trim() }),
    async (copy) => {
      await refresh('profiles', 'routes');
      onDone();
      await navigate({ to: '/routing/$id', params: { id: copy.profile.id } });
    },
  );
  return (
    <SubmitForm submit={submit} label="Duplicate">
      <TextInput label="Name of the copy" data-autofocus {...form.getInputProps('name')} />
    </SubmitForm>
  );
}
