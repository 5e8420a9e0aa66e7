import { NativeSelect, Stack, Title } from '@mantine/core';
import type { PortRequest } from '@trunkline/client';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { Facts } from '../../ui/layout/facts';
import { EditForm } from '../../ui/forms/edit-form';
import * as fields from '../../ui/forms/fields';
import { secret } from '../../ui/forms/passwords';
import { toggle } from '../../ui/forms/toggles';
import { TextLink } from '../../ui/links';
import { EndUserChoice } from '../documents/end-users/end-user-choice';
import { NoRoutes } from '../numbers/no-routes';
import { routeTo, targetOf, useRouteOptions, useRoutes } from '../numbers/routes';

const DAY_MS = 86_400_000;

/** A day in UTC, of which the API takes the first moment. */
const day = (label: string, description: string): fields.Field<string, number | null> => ({
  ...fields.text(label, { type: 'date', description }),
  read: (member) => (member === null ? '' : new Date(member * 1000).toISOString().slice(0, 10)),
  write: (value) => (value === '' ? null : Date.parse(`${value}T00:00:00Z`) / 1000),
  fault: (value) =>
    value !== '' && Date.parse(`${value}T00:00:00Z`) < Date.now() - DAY_MS ? 'Choose a day that has not passed.' : null,
});

const pin = (description: string) => secret('PIN at the carrier', { description });

const CARRIER = {
  losing_carrier: fields.optionalText('Losing carrier', { description: 'The carrier that sends your invoices.' }),
  account_number: fields.optionalText('Account number at the carrier', { description: 'As on its invoices.' }),
  pin: pin('Only where the carrier asks for one. It is stored encrypted and never shown.'),
  billing_phone_e164: fields.phone('Main number of the account (optional)'),
  authorized_person: fields.optionalText('Authorized person', {
    description: 'May order the port at the carrier, and signs the letter.',
  }),
  authorized_email: fields.optionalText('Email of the authorized person', { type: 'email' }),
  end_user_id: {
    ...fields.picked(),
    draw: ({ error, disabled = false }, { value, change }) => (
      <EndUserChoice
        label="End user"
        none="Your account itself"
        disabled={disabled}
        value={value || undefined}
        error={error}
        onChoose={(id = '') => change(id)}
      />
    ),
  } as fields.Field<string, string | null>,
  requested_foc_at: day('Requested day (optional)', 'The carrier confirms this day or another one.'),
  partial: toggle('Port the other numbers if some are rejected'),
  customer_reference: fields.optionalText('Your reference (optional)'),
};

interface Props {
  readonly port: PortRequest;
}

/** What the losing carrier compares with its own records. */
export function CarrierForm({ port }: Props) {
  return (
    <EditForm<PortRequest, typeof CARRIER>
      key={`${port.id} ${port.status}`}
      fields={port.pin_set ? { ...CARRIER, pin: pin('A PIN is stored. Another one replaces it.') } : CARRIER}
      row={port}
      of={(row) => ({ ...row, pin: null })}
      save={(changes, options) => trunkline.porting.requests.update(port.id, changes, options)}
      load={() => trunkline.porting.requests.get(port.id)}
      reloads={['ports']}
      label="Save the details"
      above={<Title order={2}>Losing carrier</Title>}
    />
  );
}

const ROUTE = {
  target: {
    ...fields.text(''),
    draw: (input: fields.Input) => <RouteSelect {...input} />,
  },
};

function RouteSelect(props: fields.Input) {
  return (
    <>
      <NativeSelect label="Calls to the ported numbers go to" data={useRouteOptions(props.value ?? '')} {...props} />
      <NoRoutes />
    </>
  );
}

/** Where calls go from the first minute on. */
export function RouteForm({ port }: Props) {
  return (
    <EditForm<PortRequest, typeof ROUTE>
      key={`${port.id} ${port.status}`}
      fields={ROUTE}
      row={port}
      of={(row) => ({ target: targetOf(row) })}
      save={(_changes, options, { target }) => trunkline.porting.requests.update(port.id, routeTo(target), options)}
      load={() => trunkline.porting.requests.get(port.id)}
      reloads={['ports']}
      label="Save the route"
      variant="default"
      above={<Title order={2}>Routing</Title>}
    />
  );
}

/** The details of a port that cannot be changed, in a form that is easy to read. */
export function SubmittedDetails({ port }: Props) {
  const { nameOf } = useRoutes();
  return (
    <Stack gap="sm">
      <Title order={2}>Details</Title>
      <Facts
        items={[
          ['Losing carrier', port.losing_carrier ?? 'None'],
          ['Account number at the carrier', port.account_number ?? 'None'],
          ['PIN at the carrier', port.pin_set ? 'Stored' : 'None'],
          ['Main number of the account', port.billing_phone_e164 ? <Phone value={port.billing_phone_e164} /> : 'None'],
          ['Authorized person', port.authorized_person ?? 'None'],
          ['Email of the authorized person', port.authorized_email ?? 'None'],
          ['End user', <EndUser key="end-user" id={port.end_user_id} />],
          ['Requested day', port.requested_foc_at === null ? 'None' : format.day(port.requested_foc_at)],
          ['If some numbers are rejected', port.partial ? 'The others are ported' : 'None is ported'],
          ['Calls go to', nameOf(port) ?? 'Nowhere'],
          ['Your reference', port.customer_reference ?? 'None'],
        ]}
      />
    </Stack>
  );
}

function EndUser({ id }: { id: string | null }) {
  if (id === null) return 'Your account itself';
  return (
    <TextLink to="/documents/end-users/$id" params={{ id }}>
      View the end user
    </TextLink>
  );
}
