import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ComplianceBundle, NumberType } from '@trunkline/client';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import { CreateEndUser } from '../end-users/create-end-user';
import { EndUserChoice } from '../end-users/end-user-choice';
import { NUMBER_TYPES } from '../labels';
import { useCoverage } from '../requirements/use-requirements';
import { nameFault } from '../../../ui/forms/faults';

export interface BundleValues extends Record<string, unknown> {
  name: string;
  country: string;
  /** Empty for all types. */
  number_type: string;
  end_user_id: string;
}

export const bundleValuesOf = ({ name, country, number_type, end_user_id }: ComplianceBundle): BundleValues => ({
  name,
  country,
  number_type: number_type ?? '',
  end_user_id,
});

/** The API checks the values, and names the field of each that it rejects. */
export const bundleRequestOf = ({ name, country, number_type, end_user_id }: BundleValues) => ({
  name: name.trim(),
  country,
  number_type: (number_type || null) as NumberType | null,
  end_user_id,
});

export const bundleFaults = {
  name: nameFault,
  country: (value: string) => (value ? null : 'Choose a country.'),
  end_user_id: (value: string) => (value ? null : 'Choose an end user, or create one.'),
};

interface Props {
  readonly form: UseFormReturnType<BundleValues>;
  readonly disabled?: boolean;
}

/** The numbers that a bundle is for, and who uses them. */
export function BundleFields({ form, disabled = false }: Props) {
  const { country, end_user_id } = form.values;
  const { countries, types } = useCoverage(country || undefined);
  const field = (name: string) => ({ disabled, ...form.getInputProps(name) });
  const sold = types.map(({ value }) => value as string);
  const chosen = form.values.number_type;
  const isUnsold = chosen !== '' && !sold.includes(chosen);
  return (
    <>
      <NativeSelect
        label="Country of the numbers"
        data={[{ value: '', label: 'Choose a country' }, ...countries]}
        {...field('country')}
      />
      <NativeSelect
        label="Number type"
        data={[
          { value: '', label: 'All types of the country' },
          ...types,
          ...(isUnsold ? [{ value: chosen, label: NUMBER_TYPES[chosen as NumberType] }] : []),
        ]}
        {...field('number_type')}
      />
      <EndUserChoice
        label="End user"
        none="Choose an end user"
        disabled={disabled}
        value={end_user_id || undefined}
        error={form.errors['end_user_id']}
        onChoose={(id = '') => form.setFieldValue('end_user_id', id)}
      />
      {!disabled && (
        <Group>
          <DialogButton label="New end user" title="Create an end user">
            {(close) => (
              <CreateEndUser
                country={country || undefined}
                onCreated={({ id }) => {
                  form.setFieldValue('end_user_id', id);
                  close();
                }}
              />
            )}
          </DialogButton>
        </Group>
      )}
      <TextInput
        label="Name"
        description="For your own use. It is not encrypted, so leave out personal data."
        {...field('name')}
      />
    </>
  );
}
