import { NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import type { CdrRedaction, MyAccount } from '@trunkline/client';
import { useAccount, useMay } from '../../session/account';
import { TIME_ZONES } from '../../format/time-zone';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { EditForm } from '../../ui/forms/edit-form';
import { useEdit } from '../../ui/forms/use-edit';
import { TextLink } from '../../ui/links';

const REDACTIONS: readonly { readonly value: CdrRedaction; readonly label: string }[] = [
  { value: 'none', label: 'Show callers in full' },
  { value: 'partial', label: 'Hide the last digits of callers' },
  { value: 'full', label: 'Hide callers' },
];

const valuesOf = ({ name, settings: { timezone, cdr_redaction } }: MyAccount) => ({ name, timezone, cdr_redaction });

/** Name and settings of the account. */
export function AccountForm() {
  const may = useMay();
  const isReadOnly = !may('account:write');
  const edit = useEdit(useAccount(), {
    valuesOf,
    save: ({ name, ...settings }, options) => trunkline.account.update({ name, settings }, options),
    load: () => trunkline.account.get(),
    onSaved: () => refresh('account', 'calls'),
  });
  const { form } = edit;
  return (
    <Stack gap="sm">
      <EditForm edit={edit} readOnly={isReadOnly && 'Your role cannot change the account.'}>
        <Title order={2}>Account</Title>
        <TextInput label="Account name" disabled={isReadOnly} {...form.getInputProps('name')} />
        <NativeSelect label="Time zone" disabled={isReadOnly} data={TIME_ZONES} {...form.getInputProps('timezone')} />
        <NativeSelect
          label="Callers in call records"
          disabled={isReadOnly}
          data={REDACTIONS}
          {...form.getInputProps('cdr_redaction')}
        />
      </EditForm>
      {may('account:close') && (
        <TextLink to="/settings/closure" fz="sm">
          Close the account
        </TextLink>
      )}
    </Stack>
  );
}
