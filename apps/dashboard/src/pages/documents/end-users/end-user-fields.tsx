import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CountryField } from '../../../ui/forms/country-field';
import { type EndUserValues, ID_TYPE_OPTIONS } from './end-user-values';

interface Props {
  readonly form: UseFormReturnType<EndUserValues>;
  readonly disabled?: boolean;
}

/** The details of a person or a business. What a country requires of them is listed with its requirements. */
export function EndUserFields({ form, disabled = false }: Props) {
  const field = (name: string) => ({ disabled, ...form.getInputProps(name) });
  const isBusiness = form.values.kind === 'business';
  return (
    <Stack gap="sm">
      {isBusiness && (
        <>
          <TextInput label="Registered name" {...field('business_name')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label="Registration number (optional)" {...field('business_registration_number')} />
            <TextInput label="VAT number (optional)" {...field('vat_number')} />
          </SimpleGrid>
          <Title order={3} fz="sm">
            Authorized representative
          </Title>
        </>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label={isBusiness ? 'First name (optional)' : 'First name'} {...field('first_name')} />
        <TextInput label={isBusiness ? 'Last name (optional)' : 'Last name'} {...field('last_name')} />
        <TextInput label="Date of birth (optional)" type="date" {...field('date_of_birth')} />
        <TextInput label="Phone number (optional)" type="tel" placeholder="+49…" {...field('phone_e164')} />
      </SimpleGrid>
      <TextInput label="Email (optional)" type="email" {...field('email')} />
      <Title order={3} fz="sm">
        Address
      </Title>
      <TextInput label="Street and number" {...field('address_line1')} />
      <TextInput label="Second line (optional)" {...field('address_line2')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput label="Postal code" {...field('postal_code')} />
        <TextInput label="City" {...field('city')} />
        <TextInput label="State or province (optional)" {...field('state')} />
        <CountryField label="Country" {...field('country')} />
      </SimpleGrid>
      <Title order={3} fz="sm">
        Identity document
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NativeSelect label="Kind of document" data={ID_TYPE_OPTIONS} {...field('id_doc_type')} />
        <TextInput label="Document number (optional)" {...field('id_doc_number')} />
        <CountryField label="Issuing country (optional)" {...field('id_doc_country')} />
      </SimpleGrid>
      <Textarea label="Notes (optional)" autosize minRows={2} {...field('notes')} />
    </Stack>
  );
}
