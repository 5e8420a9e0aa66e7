import { Stack } from '@mantine/core';
import type { AccountUpdateRequest, CdrRedaction, MyAccount } from '@trunkline/client';
import { TIME_ZONES } from '../../format/time-zones';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { TextLink } from '../../ui/links';

const SETTINGS = {
  timezone: fields.choice('Time zone', TIME_ZONES),
  cdr_redaction: fields.choice<CdrRedaction>('Callers in call records', {
    none: 'Show callers in full',
    partial: 'Hide the last digits of callers',
    full: 'Hide callers',
  }),
} satisfies FieldsFor<AccountUpdateRequest['settings']>;
const ACCOUNT = { name: fields.name('Account name'), ...SETTINGS };

/** Name and settings of the account. */
export function AccountForm() {
  const may = useMay();
  return (
    <Stack gap="sm">
      <EditForm<MyAccount, typeof ACCOUNT>
        fields={ACCOUNT}
        row={useAccount()}
        of={({ name, settings }) => ({ name, ...settings })}
        save={({ name, ...settings }, options) => trunkline.account.update({ name, settings }, options)}
        load={() => trunkline.account.get()}
        reloads={['account', 'calls']}
        readOnly={!may('account:write') && 'Your role cannot change the account.'}
        variant="default"
        beside={null}
      />
      {may('account:close') && <TextLink to="/settings/closure">Close the account</TextLink>}
    </Stack>
  );
}
