import { Group, NativeSelect } from '@mantine/core';
import type { ComplianceBundleCreateRequest, NumberType } from '@trunkline/client';
import { NUMBER_TYPES as TYPES } from '@trunkline/client/lists';
import { DialogButton } from '../../../ui/dialogs/dialog-button';
import { Choice } from '../../../ui/forms/choice';
import type { FieldsFor } from '../../../ui/forms/field-values';
import * as fields from '../../../ui/forms/fields';
import { CreateEndUser } from '../end-users/end-user-form';
import { EndUserChoice } from '../end-users/end-user-choice';
import { NUMBER_TYPES } from '../labels';
import { useCoverage } from '../requirements/use-requirements';

function Country(props: fields.Input) {
  const { countries } = useCoverage(props.value || undefined);
  return (
    <NativeSelect
      label="Country of the numbers"
      data={[{ value: '', label: 'Choose a country' }, ...countries]}
      {...props}
    />
  );
}

type TypeProps = Pick<fields.Control<NumberType | ''>, 'value' | 'change'> & {
  readonly input: fields.Input;
  readonly country: string;
};

function TypeOfNumbers({ input, value, change, country }: TypeProps) {
  const { types } = useCoverage(country || undefined);
  const isUnsold = value !== '' && types.every((each) => each.value !== value);
  return (
    <Choice
      {...input}
      label="Number type"
      none="All types of the country"
      data={isUnsold ? [...types, { value, label: NUMBER_TYPES[value] }] : types}
      value={value}
      onChoose={(chosen) => change(chosen ?? '')}
    />
  );
}

const numberType: fields.Field<NumberType | '', NumberType | null> = {
  empty: '',
  read: (member) => member ?? '',
  write: (value) => value || null,
  draw: (input, { values, ...control }) => (
    <TypeOfNumbers {...control} input={input} country={String(values['country'])} />
  ),
};

const endUser: fields.Field<string> = {
  ...fields.text('', { fault: fields.given('Choose an end user, or create one.') }),
  draw: ({ error, disabled = false }, { value, change, values }) => (
    <>
      <EndUserChoice
        label="End user"
        none="Choose an end user"
        disabled={disabled}
        value={value || undefined}
        error={error}
        onChoose={(id = '') => change(id)}
      />
      <Group>
        <DialogButton label="New end user" title="Create an end user">
          {(close) => (
            <CreateEndUser
              country={String(values['country']) || undefined}
              onCreated={({ id }) => {
                change(id);
                close();
              }}
            />
          )}
        </DialogButton>
      </Group>
    </>
  ),
};

/** The numbers that a bundle is for, and who uses them. */
export const BUNDLE = {
  country: {
    ...fields.text('', { fault: fields.given('Choose a country.') }),
    draw: (input: fields.Input) => <Country {...input} />,
  },
  number_type: numberType,
  end_user_id: endUser,
  name: fields.name('Name', {
    description: 'For your own use. It is not encrypted, so leave out personal data.',
  }),
} satisfies FieldsFor<ComplianceBundleCreateRequest>;

/** The type of numbers that an address names, or none for all types. */
export const typeIn = (text: string | undefined): NumberType | null => TYPES.find((type) => type === text) ?? null;
