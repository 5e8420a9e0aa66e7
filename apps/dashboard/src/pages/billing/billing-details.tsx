import { SimpleGrid, Text } from '@mantine/core';
import type { BillingDetails, MyAccount } from '@trunkline/client';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { COUNTRY_OPTIONS } from '../sign-in/countries';

const COUNTRIES = Object.fromEntries(COUNTRY_OPTIONS.map(({ value, label }) => [value, label]));

const DETAILS = {
  legal_name: fields.optionalText('Legal name', { placeholder: 'As the account' }),
  tax_id: fields.optionalText('VAT number or tax ID'),
  address_line1: fields.optionalText('Street and number'),
  address_line2: fields.optionalText('Second line'),
  postal_code: fields.optionalText('Postal code'),
  city: fields.optionalText('City'),
  region: fields.optionalText('State or region'),
  country: fields.optionalChoice<string>('Country', { none: 'As the account', ...COUNTRIES }),
  purchase_order: fields.optionalText('Your reference on invoices'),
  invoice_email: fields.optionalText('Mail invoices to', {
    type: 'email',
    placeholder: 'Owners and billing members',
  }),
} satisfies FieldsFor<BillingDetails>;

/** What invoices and receipts say of the buyer. */
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
          Invoices that were issued keep what they say.
        </Text>
      }
    >
      {({ field }) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
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
        </SimpleGrid>
      )}
    </EditForm>
  );
}
