import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  defaults,
  type SipGateway,
  type SipTransport,
  type SipTrunkDetail,
  type SipTrunkGatewayCreateRequest,
} from '@trunkline/client';
import { trunkline } from '../../../session/client';
import { Dialog } from '../../../ui/dialogs/dialog';
import type { DialogProps } from '../../../ui/dialogs/dialog-box';
import { EditForm } from '../../../ui/forms/edit-form';
import type { FieldsFor } from '../../../ui/forms/field-values';
import * as fields from '../../../ui/forms/fields';
import { area } from '../../../ui/forms/areas';
import { secret } from '../../../ui/forms/passwords';
import { toggle } from '../../../ui/forms/toggles';
import { SubmitForm } from '../../../ui/forms/submit-form';
import type { FieldForm } from '../../../ui/forms/use-fields';
import { Loaded } from '../../../ui/feedback/loaded';
import { hostField, transportField } from './host-field';
import { DEFAULT_PORTS } from '../sip-texts';

/** Headers from lines such as `X-Site: Berlin`. The API rejects names that it does not allow. */
function headersOf(text: string): Record<string, string> | null {
  const entries = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim(), rest.join(':').trim()] as const;
    });
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

const headers: fields.Field<string, Record<string, string> | null, Readonly<Record<string, string>> | null> = {
  ...area('SIP headers (optional)', {
    description: 'Added to each call, one per line, such as X-Site: Berlin.',
  }),
  read: (member) =>
    Object.entries(member ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  write: headersOf,
};

const gatewayFields = (hasPassword: boolean) =>
  ({
    name: fields.name(),
    host: hostField('Host', { placeholder: 'sip.example.com' }),
    port: fields.integer('Port'),
    transport: transportField(),
    priority: fields.integer('Priority'),
    weight: fields.integer('Weight'),
    auth_username: fields.optionalText('User name (optional)', { autoComplete: 'off' }),
    // Never filled by the API. Empty keeps the stored password.
    auth_password: secret('Password (optional)', {
      description: hasPassword ? 'A password is stored. Empty keeps it.' : null,
    }),
    custom_headers: headers,
    dns_srv: toggle('Use SRV records (DNS)', {
      description: 'The records name hosts and ports. An address, or a port other than the default, is used as it is.',
    }),
    enabled: toggle('Receives calls'),
  }) satisfies FieldsFor<SipTrunkGatewayCreateRequest>;

type Gateway = ReturnType<typeof gatewayFields>;

const layout = ({ field }: FieldForm<Gateway>) => (
  <>
    {field('name', 'host')}
    <Group grow>{field('port', 'transport')}</Group>
    <Group grow>{field('priority', 'weight')}</Group>
    {field('auth_username', 'auth_password', 'custom_headers', 'dns_srv', 'enabled')}
  </>
);

/** Without a user name, no password is left behind. */
const withoutPassword = <B extends { readonly auth_username?: string | null }>(body: B) =>
  body.auth_username === null ? { ...body, auth_password: null } : body;

interface Props extends Pick<DialogProps, 'opened' | 'onClose'> {
  readonly trunk: Pick<SipTrunkDetail, 'id' | 'transport'>;
  /** The gateway to change, or a new one. */
  readonly gateway: SipGateway | 'new';
}

/** The form of a gateway. */
export function GatewayDialog({ trunk: { id, transport }, gateway, opened, onClose }: Props) {
  const isNew = gateway === 'new';
  return (
    <Dialog opened={opened} onClose={onClose} title={isNew ? 'Add a gateway' : `Gateway ${gateway.name}`}>
      {isNew ? (
        <CreateGateway trunkId={id} transport={transport} onDone={onClose} />
      ) : (
        <EditGateway trunkId={id} gatewayId={gateway.id} onDone={onClose} />
      )}
    </Dialog>
  );
}

interface CreateProps {
  readonly trunkId: string;
  readonly transport: SipTransport;
  readonly onDone: () => void;
}

function CreateGateway({ trunkId, transport: usual, onDone }: CreateProps) {
  return (
    <SubmitForm
      fields={gatewayFields(false)}
      start={{ ...defaults.SipTrunkGatewayCreateRequest, transport: usual, port: DEFAULT_PORTS[usual] }}
      label="Add"
      send={(body) => trunkline.sipTrunks.gateways.create(trunkId, withoutPassword(body))}
      reloads={['trunks']}
      onSent={onDone}
    >
      {layout}
    </SubmitForm>
  );
}

interface EditProps {
  readonly trunkId: string;
  readonly gatewayId: string;
  readonly onDone: () => void;
}

/** Reads the gateway anew, because the rows of a list have no version to change. */
function EditGateway({ trunkId, gatewayId, onDone }: EditProps) {
  const { gateways } = trunkline.sipTrunks;
  const query = useQuery({
    queryKey: ['gateways', gatewayId],
    queryFn: ({ signal }) => gateways.get(trunkId, gatewayId, { signal }),
    gcTime: 0,
  });
  return (
    <Loaded query={query}>
      {(gateway) => (
        <EditForm
          fields={gatewayFields(gateway.has_auth_password)}
          row={gateway}
          save={(changes, options) => gateways.update(trunkId, gatewayId, withoutPassword(changes), options)}
          load={() => gateways.get(trunkId, gatewayId)}
          reloads={['trunks']}
          onSaved={onDone}
        >
          {layout}
        </EditForm>
      )}
    </Loaded>
  );
}
