import { NativeSelect, type NativeSelectProps, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComplianceEndUserCreateRequest, EndUser, IdDocType } from '@trunkline/client';
import { ID_DOC_TYPES } from '@trunkline/client/lists';
import type { ReactNode } from 'react';
import { format } from '../../../format';
import { trunkline } from '../../../session/client';
import { area } from '../../../ui/forms/areas';
import { EditForm } from '../../../ui/forms/edit-form';
import type { FieldsFor } from '../../../ui/forms/field-values';
import * as fields from '../../../ui/forms/fields';
import { SubmitForm } from '../../../ui/forms/submit-form';
import type { FieldForm } from '../../../ui/forms/use-fields';
import { DOC_TYPES, KINDS } from '../labels';
import { Columns } from '../../../ui/layout/columns';

type Values = Readonly<Record<string, unknown>>;

const isBusiness = ({ kind }: Values): boolean => kind === 'business';
const given = fields.given('Enter a value.');

/** A name that only a person must have. */
const personName = (label: string): fields.Field<string, string | null> => {
  const fault = (value: string, values: Values): string | null => (isBusiness(values) ? null : given(value));
  const required = fields.optionalText(label, { fault });
  const optional = fields.optionalText(`${label} (optional)`);
  return {
    ...required,
    draw: (input, control) => (isBusiness(control.values) ? optional : required).draw(input, control),
  };
};

const country = {
  ...fields.text('', { fault: given }),
  draw: (input: fields.Input) => <CountryField label="Country" {...input} />,
};

const idDocTypes = Object.fromEntries(ID_DOC_TYPES.map((type) => [type, DOC_TYPES[type]])) as Record<IdDocType, string>;

/** The details of a person or a business. What a country requires of them is listed with its requirements. */
const DETAILS = {
  business_name: fields.optionalText('Registered name', { when: isBusiness, fault: given }),
  business_registration_number: fields.optionalText('Registration number (optional)', { when: isBusiness }),
  vat_number: fields.optionalText('VAT number (optional)', { when: isBusiness }),
  first_name: personName('First name'),
  last_name: personName('Last name'),
  date_of_birth: fields.date('Date of birth (optional)'),
  phone_e164: fields.phone('Phone number (optional)', { type: 'tel', placeholder: '+49…' }),
  email: fields.optionalText('Email (optional)', { type: 'email' }),
  address_line1: fields.text('Street and number', { fault: given }),
  address_line2: fields.optionalText('Second line (optional)'),
  // Some countries have no postal codes; the API knows which.
  postal_code: fields.optionalText('Postal code'),
  city: fields.text('City', { fault: given }),
  state: fields.optionalText('State or province (optional)'),
  country,
  id_doc_type: fields.optionalChoice<IdDocType>('Kind of document', { none: 'None', ...idDocTypes }),
  id_doc_number: fields.optionalText('Document number (optional)'),
  id_doc_country: {
    ...fields.picked(),
    draw: (input: fields.Input) => <CountryField label="Issuing country (optional)" {...input} />,
  },
  notes: area('Notes (optional)'),
};
const NEW_END_USER = {
  kind: fields.choice('Kind', KINDS),
  ...DETAILS,
} satisfies FieldsFor<ComplianceEndUserCreateRequest>;

function Section({ title, children }: { title?: string | false; children: ReactNode }) {
  return (
    <>
      {title && (
        <Title order={3} fz="sm">
          {title}
        </Title>
      )}
      <Columns>{children}</Columns>
    </>
  );
}

/** `hasBusiness` is whether the end user is a business, of which a person is the representative. */
const layout = ({ field }: Pick<FieldForm<typeof DETAILS>, 'field'>, hasBusiness: boolean) => (
  <>
    {hasBusiness && (
      <>
        {field('business_name')}
        <Section>{field('business_registration_number', 'vat_number')}</Section>
      </>
    )}
    <Section title={hasBusiness && 'Authorized representative'}>
      {field('first_name', 'last_name', 'date_of_birth', 'phone_e164')}
    </Section>
    {field('email')}
    <Title order={3} fz="sm">
      Address
    </Title>
    {field('address_line1', 'address_line2')}
    <Section>{field('postal_code', 'city', 'state', 'country')}</Section>
    <Section title="Identity document">{field('id_doc_type', 'id_doc_number', 'id_doc_country')}</Section>
    {field('notes')}
  </>
);

interface CreateProps {
  /** Country of the address to begin with. */
  readonly country?: string | undefined;
  readonly onCreated: (endUser: EndUser) => unknown;
}

/** The form of a new end user. */
export function CreateEndUser({ country: start = '', onCreated }: CreateProps) {
  return (
    <SubmitForm
      fields={NEW_END_USER}
      start={{ kind: 'business', country: start }}
      label="Create"
      send={(body) => trunkline.compliance.endUsers.create(body)}
      reloads={['end-users']}
      onSent={onCreated}
      above={
        <Text size="xs" c="dimmed">
          The person or business that uses the numbers. The details are encrypted, and each read is recorded.
        </Text>
      }
    >
      {(form) => (
        <>
          {form.field('kind')}
          {layout(form, form.values.kind === 'business')}
        </>
      )}
    </SubmitForm>
  );
}

interface EditProps {
  readonly endUser: EndUser;
  readonly isReadOnly: boolean;
  readonly onSaved?: () => void;
}

/** The details of an end user, to edit. */
export function EditEndUser({ endUser, isReadOnly, onSaved }: EditProps) {
  const { id, kind } = endUser;
  return (
    <EditForm
      fields={NEW_END_USER}
      row={endUser}
      save={({ kind: _kind, ...changes }, options) => trunkline.compliance.endUsers.update(id, changes, options)}
      load={() => trunkline.compliance.endUsers.get(id)}
      reloads={['end-users', 'bundles']}
      onSaved={() => onSaved?.()}
      readOnly={isReadOnly && 'Your role cannot change end users.'}
    >
      {(form) => layout(form, kind === 'business')}
    </EditForm>
  );
}

/** Countries come with the numbering plans, which weigh 35 kB: they are loaded once, after the form is shown. */
async function loadCountries() {
  return (await import('../../sign-in/countries')).COUNTRY_OPTIONS;
}

/** Any country of the world. */
function CountryField({ value, ...props }: Omit<NativeSelectProps, 'data'>) {
  const { data } = useQuery({ queryKey: ['country-options'], queryFn: loadCountries, staleTime: Infinity });
  const chosen = typeof value === 'string' && value !== '' ? [{ value, label: format.country(value) }] : [];
  return (
    <NativeSelect {...props} value={value} data={[{ value: '', label: 'Choose a country' }, ...(data ?? chosen)]} />
  );
}
