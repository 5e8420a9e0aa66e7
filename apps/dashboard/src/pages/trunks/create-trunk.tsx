import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type CreatedTrunk, defaults } from '@trunkline/client';
import { useState } from 'react';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import type { DialogProps } from '../../ui/dialogs/dialog-box';
import * as fields from '../../ui/forms/fields';
import { lines } from '../../ui/forms/areas';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Note } from '../../ui/feedback/note';
import { Credentials } from './credentials';
import { hostField, transportField } from './gateways/host-field';
import { DEFAULT_PORTS, registrationMode } from './sip-texts';
import { REGISTRATION } from './unreachable-trunk';

interface Props extends Pick<DialogProps, 'opened' | 'onClose'> {
  /** Receives the trunk in place of its page, before its password is shown: what uses it does not wait for the user. */
  readonly onCreated?: (id: string) => void;
}

/** Asks for what a trunk needs first, shows its password once, and leads to its page. */
export function CreateTrunk({ opened, onClose, onCreated }: Props) {
  const [created, setCreated] = useState<CreatedTrunk | null>(null);
  const navigate = useNavigate();
  const open = (id: string): void => {
    onClose();
    setCreated(null);
    if (!onCreated) void navigate({ to: '/trunks/$id', params: { id } });
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      isKept={created !== null}
      title={created ? 'Credentials of the trunk' : 'Create a trunk'}
    >
      {created?.credentials ? (
        <Credentials credentials={created.credentials} onKept={() => open(created.id)} />
      ) : (
        <Form
          onCreated={(trunk) => {
            onCreated?.(trunk.id);
            if (trunk.credentials) setCreated(trunk);
            else open(trunk.id);
          }}
        />
      )}
    </Dialog>
  );
}

const isStatic: fields.Field<string>['when'] = ({ registration_mode }) => registration_mode === 'static_ip';

const NEW_TRUNK = {
  name: fields.name(),
  registration_mode: registrationMode,
  host: hostField('Host of your system (optional)', {
    description: 'Name or address that receives calls.',
    placeholder: 'sip.example.com',
    when: isStatic,
  }),
  port: fields.integer('Port', { when: isStatic, fault: undefined }),
  transport: transportField({ when: isStatic }),
  inbound_cidrs: lines('Source networks (optional)', {
    description: 'Addresses from which your system calls, one per line.',
    placeholder: '203.0.113.7',
    when: isStatic,
  }),
};

function Form({ onCreated }: { onCreated: (trunk: CreatedTrunk) => void }) {
  return (
    <SubmitForm
      fields={NEW_TRUNK}
      start={{ ...defaults.SipTrunkCreateRequest, port: DEFAULT_PORTS.udp }}
      label="Create"
      // The transport is also that of gateways which are added later.
      send={({ host, port, ...body }) =>
        trunkline.sipTrunks.create({
          ...body,
          ...(host && { gateways: [{ name: host, host, port, transport: body.transport }] }),
        })
      }
      reloads={['trunks', 'routes']}
      onSent={onCreated}
    >
      {({ field, values }) => (
        <>
          {field()}
          {values.registration_mode === 'register' && (
            <Note role="status">{REGISTRATION} You receive both when the trunk is created.</Note>
          )}
          <Text size="xs" c="dimmed">
            Calls to emergency numbers may be rejected, and no location is sent. Keep another way to reach emergency
            services.
          </Text>
        </>
      )}
    </SubmitForm>
  );
}
