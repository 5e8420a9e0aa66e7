import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountClosureCreateRequest, ClosureReason, ClosureRequest } from '@trunkline/client';
import { format } from '../../format';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { area } from '../../ui/forms/areas';
import { password } from '../../ui/forms/passwords';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Loading } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { Problem } from '../../ui/feedback/problem';
import { CODE } from './code-field';
import { useUser } from './use-user';

const reload = (): Promise<void> => refresh('closure', 'account', 'billing');

/** Closes the account after a period in which it can be kept. */
export function Closure() {
  const may = useMay();
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['closure'],
    queryFn: ({ signal }) => trunkline.account.closure.get({ signal }),
  });
  return (
    <Page title="Close the account" narrow>
      <Problem title="The closure could not be loaded" error={error} retry={refetch} />
      {isPending && <Loading height={200} />}
      {data && <Requested closure={data} mayCancel={may('account:close')} />}
      {data === null && (
        <Panel>
          {may('account:close') ? <RequestForm /> : <Text size="sm">Only an owner can close the account.</Text>}
        </Panel>
      )}
    </Page>
  );
}

function Requested({ closure, mayCancel }: { closure: ClosureRequest; mayCancel: boolean }) {
  return (
    <Note state="bad" role="status" title={`The account closes on ${format.day(closure.grace_expires_at)}`}>
      <Stack align="start" gap="sm">
        <Text size="sm">
          {format.days(closure.days_remaining)} remain. Until then nothing can be bought or changed, and the account can
          be kept.
        </Text>
        {mayCancel && (
          <ConfirmButton
            label="Keep the account"
            title="Keep the account"
            text="The account works again as before. Automatic top-ups stay off."
            action={async () => {
              await trunkline.account.closure.cancel();
              await reload();
            }}
          />
        )}
      </Stack>
    </Note>
  );
}

/** Asks for the code of a user with a second factor, for the password of another one. */
const closureFields = (accountName: string, hasSecondFactor: boolean) =>
  ({
    reason_category: fields.optionalChoice<ClosureReason>('Why? (optional)', {
      none: 'No reason given',
      price: 'The price',
      feature: 'A missing feature',
      consolidation: 'We are merging accounts',
      other: 'Another reason',
    }),
    reason: area('What could we do better? (optional)'),
    confirm_name: fields.text(`Type ${accountName} to confirm`, {
      fault: (value) => (value.trim() === accountName ? null : `Enter ${accountName}.`),
    }),
    ...(hasSecondFactor ? { code: CODE } : { password: password('Password') }),
  }) satisfies FieldsFor<AccountClosureCreateRequest>;

function RequestForm() {
  const { name } = useAccount();
  const { data: user } = useUser();
  return (
    <SubmitForm
      fields={closureFields(name, Boolean(user?.mfa_method))}
      label="Close the account"
      color="red"
      send={(body) => trunkline.account.closure.create(body)}
      onSent={reload}
      above={
        <Text size="sm">
          After 30 days the account is closed permanently: its numbers are released and its API keys stop working. Until
          then you can keep it. Nothing can be bought or changed in that time.
        </Text>
      }
    />
  );
}
