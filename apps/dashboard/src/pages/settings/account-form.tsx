import { Button, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CdrRedaction } from '@trunkline/client';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Problem } from '../../ui/problem';
import { useSubmit } from '../../ui/forms/use-submit';

const REDACTIONS: readonly { readonly value: CdrRedaction; readonly label: string }[] = [
  { value: 'none', label: 'Show callers in full' },
  { value: 'partial', label: 'Hide the last digits of callers' },
  { value: 'full', label: 'Hide callers' },
];
const TIME_ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((each) => each !== 'UTC')];

/** Name and settings of the account. */
export function AccountForm() {
  const { name, settings } = useAccount();
  const isReadOnly = !useMay()('account:write');
  const form = useForm({
    initialValues: { name, timezone: settings.timezone, cdr_redaction: settings.cdr_redaction },
  });
  const submit = useSubmit(
    form,
    (values) =>
      trunkline.account.update({
        name: values.name,
        settings: { timezone: values.timezone, cdr_redaction: values.cdr_redaction },
      }),
    () => refresh('account', 'calls'),
  );
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        <Title order={2}>Account</Title>
        <TextInput label="Account name" disabled={isReadOnly} {...form.getInputProps('name')} />
        <NativeSelect label="Time zone" disabled={isReadOnly} data={TIME_ZONES} {...form.getInputProps('timezone')} />
        <NativeSelect
          label="Callers in call records"
          disabled={isReadOnly}
          data={REDACTIONS}
          {...form.getInputProps('cdr_redaction')}
        />
        <Problem error={submit.error} />
        {isReadOnly ? (
          <Text size="sm" c="dimmed">
            Your role may not change the account.
          </Text>
        ) : (
          <Button type="submit" loading={submit.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        )}
      </Stack>
    </form>
  );
}
