import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Dialog } from '../../ui/dialogs/dialog';
import { nameFault } from '../../ui/forms/faults';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';
import { CallerId } from './caller-id';
import { requestOf } from './user-values';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
}

export function CreateUser({ isOpen, close }: Props) {
  return (
    <Dialog opened={isOpen} onClose={close} title="Create a WebRTC user">
      <Form close={close} />
    </Dialog>
  );
}

function Form({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', default_caller_id: '' },
    validate: { name: nameFault },
  });
  const submit = useSubmit(
    form,
    (values) => trunkline.webrtcUsers.create(requestOf(values)),
    async ({ id }) => {
      await refresh('webrtc-users');
      close();
      await navigate({ to: '/webrtc-users/$id', params: { id } });
    },
  );
  return (
    <SubmitForm submit={submit} label="Create">
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <CallerId {...form.getInputProps('default_caller_id')} />
    </SubmitForm>
  );
}
