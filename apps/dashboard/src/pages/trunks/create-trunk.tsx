import { Alert, NativeSelect, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { CreatedTrunk, SipTrunkCreateRequest } from '@trunkline/client';
import { useState } from 'react';
import { integerOf, itemsOf } from '../../format/lists';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Dialog } from '../../ui/dialogs/dialog';
import { nameFault } from '../../ui/forms/faults';
import { SubmitForm } from '../../ui/forms/submit-form';
import { useSubmit } from '../../ui/forms/use-submit';
import { Credentials } from './credentials';
import { MODE_OPTIONS } from './trunk-values';
import { REGISTRATION } from './unreachable-trunk';

const SIP_PORT = '5060';

interface Props {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Asks for what a trunk needs first, shows its password once, and leads to its page. */
export function CreateTrunk({ isOpen, close }: Props) {
  const [created, setCreated] = useState<CreatedTrunk | null>(null);
  const navigate = useNavigate();
  const open = (id: string): void => {
    close();
    setCreated(null);
    void navigate({ to: '/trunks/$id', params: { id } });
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={close}
      isKept={created !== null}
      title={created ? 'Credentials of the trunk' : 'Create a trunk'}
    >
      {created?.credentials ? (
        <Credentials credentials={created.credentials} onKept={() => open(created.id)} />
      ) : (
        <Form
          onCreated={(trunk) => {
            if (trunk.credentials) setCreated(trunk);
            else open(trunk.id);
          }}
        />
      )}
    </Dialog>
  );
}

const VALUES = { name: '', registration_mode: 'static_ip', host: '', port: SIP_PORT, inbound_cidrs: '' };

function requestOf({ name, registration_mode, host, port, inbound_cidrs }: typeof VALUES): SipTrunkCreateRequest {
  if (registration_mode === 'register') return { name: name.trim(), registration_mode };
  const address = host.trim();
  return {
    name: name.trim(),
    registration_mode: 'static_ip',
    inbound_cidrs: itemsOf(inbound_cidrs),
    gateways: address === '' ? [] : [{ name: address, host: address, port: integerOf(port) ?? 0 }],
  };
}

function Form({ onCreated }: { onCreated: (trunk: CreatedTrunk) => void }) {
  const form = useForm({
    initialValues: VALUES,
    validate: { name: nameFault },
  });
  const submit = useSubmit(
    form,
    (values) => trunkline.sipTrunks.create(requestOf(values)),
    async (trunk) => {
      await refresh('trunks', 'routes');
      onCreated(trunk);
    },
  );
  return (
    <SubmitForm submit={submit} label="Create">
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label="Your system is identified by"
        data={MODE_OPTIONS}
        {...form.getInputProps('registration_mode')}
      />
      {form.values.registration_mode === 'static_ip' ? (
        <>
          <TextInput
            label="Host of your system (optional)"
            description="Name or address that receives calls."
            placeholder="sip.example.com"
            {...form.getInputProps('host')}
          />
          <TextInput label="Port" inputMode="numeric" {...form.getInputProps('port')} />
          <Textarea
            label="Source networks (optional)"
            description="Addresses from which your system calls, one per line."
            placeholder="203.0.113.7"
            autosize
            minRows={2}
            {...form.getInputProps('inbound_cidrs')}
          />
        </>
      ) : (
        <Alert role="status">{REGISTRATION} You receive both when the trunk is created.</Alert>
      )}
      <Text size="xs" c="dimmed">
        Calls to emergency numbers may be rejected, and no location is sent. Keep another way to reach emergency
        services.
      </Text>
    </SubmitForm>
  );
}
