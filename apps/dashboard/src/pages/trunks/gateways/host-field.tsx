import { TextInput, type TextInputProps } from '@mantine/core';
import type { SipTransport } from '@trunkline/client';
import { optionsOf } from '../../../format/lists';
import { Choice } from '../../../ui/forms/choice';
import * as fields from '../../../ui/forms/fields';
import { type SipAddress, sipAddressOf } from './sip-address';
import { DEFAULT_PORTS, TRANSPORTS } from '../sip-texts';

/** The fields of a form that a SIP address fills, beside that of the host. */
interface Beside {
  readonly port: string;
  readonly transport: SipTransport;
}

type HostOptions = fields.Options<string, TextInputProps>;

/** The host of a system. An address with a scheme, a port or a transport is divided among the fields of the form. */
export const hostField = (label: string, { fault, when, ...props }: HostOptions = {}): fields.Field<string> => ({
  ...fields.text(label, { fault, when }),
  draw: (input, { value, change, values, set }) => {
    const divide = (): void => {
      const address = sipAddressOf(value);
      if (!address) return;
      const { port, transport } = partsOf(values as unknown as Beside, address);
      change(address.host);
      set('port', port);
      set('transport', transport);
    };
    return (
      <TextInput
        label={label}
        {...props}
        {...input}
        onBlur={divide}
        onKeyDown={({ key }) => {
          // Enter sends the form without leaving the field.
          if (key === 'Enter') divide();
        }}
      />
    );
  },
});

/** A transport without a port has its default port. */
function partsOf(form: Beside, { port, transport }: SipAddress): Beside {
  if (transport === null) return { ...form, port: port ?? form.port };
  return { transport, port: port ?? String(DEFAULT_PORTS[transport]) };
}

/** The transport of a system. A default port follows it. */
export const transportField = ({
  when,
}: Pick<fields.Field<SipTransport>, 'when'> = {}): fields.Field<SipTransport> => ({
  ...fields.choice('Transport', TRANSPORTS, { when }),
  draw: (input, { value, change, values, set }) => (
    <Choice
      {...input}
      label="Transport"
      data={optionsOf(TRANSPORTS)}
      value={value}
      onChoose={(chosen = value) => {
        if (values['port'] === String(DEFAULT_PORTS[value])) set('port', String(DEFAULT_PORTS[chosen]));
        change(chosen);
      }}
    />
  ),
});
