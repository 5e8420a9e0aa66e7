import { Text } from '@mantine/core';
import type { NumberUpdateRequest, PhoneNumber } from '@trunkline/client';
import { useState } from 'react';
import { usePhoneFormat } from '../../../format/phone';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { usePasswordPrompt } from '../../../session/password-prompt';
import { refresh } from '../../../session/refresh';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import { EditForm } from '../../../ui/forms/edit-form';
import type { FieldsFor } from '../../../ui/forms/field-values';
import { SecretOnce } from '../../../ui/forms/secret-once';
import { SubmitForm } from '../../../ui/forms/submit-form';
import { toggle } from '../../../ui/forms/toggles';
import { TextLink } from '../../../ui/links';
import { Panel } from '../../../ui/layout/panel';

const LOCK = {
  port_out_lock: toggle('Lock against porting out', {
    description: 'While it is on, requests of other carriers are refused, and you receive an email.',
  }),
} satisfies FieldsFor<NumberUpdateRequest>;

/** What another carrier needs to take the number. */
export function NumberLeaving({ number }: { number: PhoneNumber }) {
  const { e164, port_out_pin_set } = number;
  const isReadOnly = !useMay()('numbers:write') || number.status === 'released';
  return (
    <Panel title="Porting out" aside={<TextLink to="/numbers/port-outs">Port-outs</TextLink>}>
      <EditForm
        fields={LOCK}
        row={number}
        save={(changes, options) => trunkline.numbers.update(e164, changes, options)}
        load={() => trunkline.numbers.get(e164)}
        reloads={['numbers']}
        readOnly={isReadOnly}
        label="Save the lock"
        variant="default"
        beside={!isReadOnly && <Pin number={number} />}
        below={
          <Text size="xs" c="dimmed">
            {port_out_pin_set
              ? 'A port-out PIN is set. A new one replaces it.'
              : 'No port-out PIN is set. Another carrier needs one to port the number.'}
          </Text>
        }
      />
    </Panel>
  );
}

function Pin({ number: { e164, port_out_pin_set } }: { number: PhoneNumber }) {
  const grouped = usePhoneFormat();
  const [pin, setPin] = useState<string | null>(null);
  const withPassword = usePasswordPrompt();
  const end = (): void => {
    setPin(null);
    void refresh('numbers');
  };
  return (
    <DialogButton
      label={port_out_pin_set ? 'New port-out PIN' : 'Set a port-out PIN'}
      title={`Port-out PIN of ${grouped(e164)}`}
      isKept={pin !== null}
      onClose={end}
    >
      {(close) =>
        pin === null ? (
          <SubmitForm
            fields={{}}
            label="Show a new PIN"
            send={() => withPassword((password) => trunkline.numbers.setPortOutPin(e164, { password }))}
            onSent={(created) => setPin(created.pin)}
            above={
              <Text size="sm">
                Give the PIN only to the carrier that ports the number out.
                {port_out_pin_set && ' The current PIN then stops working.'}
              </Text>
            }
          />
        ) : (
          <SecretOnce label="Port-out PIN" value={pin} fileName={`port-out-pin-${e164}.txt`} onKept={close} />
        )
      }
    </DialogButton>
  );
}
