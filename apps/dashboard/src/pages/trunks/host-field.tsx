import { TextInput, type TextInputProps } from '@mantine/core';
import type { SipTransport } from '@trunkline/client';
import * as fields from '../../ui/forms/fields';
import { sipAddressOf } from './sip-address';
import { DEFAULT_PORTS } from './sip-texts';

/** The fields of a form that a SIP address fills, beside that of the host. */
interface Beside {
  readonly port: string;
  readonly transport?: SipTransport;
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
      if (transport !== undefined) set('transport', transport);
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
function partsOf(form: Beside, { port, transport }: NonNullable<ReturnType<typeof sipAddressOf>>): Beside {
  if (form.transport === undefined || transport === null) return { ...form, port: port ?? form.port };
  return { transport, port: port ?? String(DEFAULT_PORTS[transport]) };
}
