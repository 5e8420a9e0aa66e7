import { Text } from '@mantine/core';
import type { BillingDetails, MyAccount } from '@trunkline/client';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { COUNTRY_OPTIONS } from '../sign-in/countries';
import { Columns } from '../../ui/layout/columns';

const COUNTRIES = Object.fromEntries(COUNTRY_OPTIONS.map(({ value, label }) => [value, label]));

const DETAILS = {
  legal_name: fields.optionalText('Legal name', { placeholder: 'Name of the account' }),
  tax_id: fields.optionalText('VAT number or tax ID'),
  address_line1: fields.optionalText('Address line 1'),
  address_line2: fields.optionalText('Address line 2'),
  postal_code: fields.optionalText('Postal code'),
  city: fields.optionalText('City'),
  region: fields.optionalText('State or region'),
  country: fields.optionalChoice<string>('Country', { none: 'Country of the account', ...COUNTRIES }),
  purchase_order: fields.optionalText('Your reference on invoices'),
  invoice_email: fields.optionalText('Email invoices to', {
    type: 'email',
    placeholder: 'Owners and billing members',
  }),
} satisfies FieldsFor<BillingDetails>;

/** The buyer's details on invoices and receipts. */
export default function BillingDetailsForm() {
  const may = useMay();
  const mayChange = may('billing:write') && may('account:write');
  return (
    <EditForm<MyAccount, typeof DETAILS>
      fields={DETAILS}
      row={useAccount()}
      of={({ billing_details }) => billing_details}
      save={(billing_details, options) => trunkline.account.update({ billing_details }, options)}
      load={() => trunkline.account.get()}
      reloads={['account', 'billing']}
      readOnly={!mayChange && 'Your role cannot change billing details.'}
      beside={null}
      below={
        <Text size="sm" c="dimmed">
          Changes apply to new invoices. Issued invoices do not change.
        </Text>
      }
    >
      {({ field }) => (
        <Columns>
          {field(
            'legal_name',
            'tax_id',
            'address_line1',
            'address_line2',
            'postal_code',
            'city',
            'region',
            'country',
            'purchase_order',
            'invoice_email',
          )}
        </Columns>
      )}
    </EditForm>
  );
}
