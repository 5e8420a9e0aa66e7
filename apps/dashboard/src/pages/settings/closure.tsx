import {
  Alert,
  Button,
  Card,
  NativeSelect,
  PasswordInput,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ClosureReason, ClosureRequest } from '@trunkline/client';
import { format } from '../../format';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { useSubmit } from '../../ui/forms/use-submit';
import { Page } from '../../ui/page';
import { Problem } from '../../ui/problem';
import { useUser } from './use-user';

const REASONS: readonly { readonly value: ClosureReason | ''; readonly label: string }[] = [
  { value: '', label: 'No reason given' },
  { value: 'price', label: 'The price' },
  { value: 'feature', label: 'A missing feature' },
  { value: 'consolidation', label: 'We are merging accounts' },
  { value: 'other', label: 'Another reason' },
];

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
      {isPending && <Skeleton h={200} role="img" aria-label="Loading" />}
      {data && <Requested closure={data} mayCancel={may('account:close')} />}
      {data === null && (
        <Card withBorder>
          {may('account:close') ? <RequestForm /> : <Text size="sm">Only an owner can close the account.</Text>}
        </Card>
      )}
    </Page>
  );
}

function Requested({ closure, mayCancel }: { closure: ClosureRequest; mayCancel: boolean }) {
  return (
    <Alert color="red" title={`The account closes on ${format.day(closure.grace_expires_at)}`}>
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
    </Alert>
  );
}

function RequestForm() {
  const { name } = useAccount();
  const { data: user } = useUser();
  const hasSecondFactor = Boolean(user?.mfa_method);
  const form = useForm({
    initialValues: { reason_category: '', reason: '', confirm_name: '', password: '', code: '' },
    validate: { confirm_name: (value) => (value.trim() === name ? null : `Enter ${name}.`) },
  });
  const submit = useSubmit(
    form,
    ({ reason_category, reason, confirm_name, password, code }) =>
      trunkline.account.closure.create({
        reason_category: (reason_category || null) as ClosureReason | null,
        reason: reason.trim() || null,
        confirm_name: confirm_name.trim(),
        ...(hasSecondFactor ? { code: code.trim() } : { password }),
      }),
    reload,
  );
  return (
    <form onSubmit={submit.onSubmit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          After 30 days the account is closed permanently: its numbers are released and its API keys stop working. Until
          then you can keep it. Nothing can be bought or changed in that time.
        </Text>
        <NativeSelect label="Why? (optional)" data={REASONS} {...form.getInputProps('reason_category')} />
        <Textarea label="What could we do better? (optional)" autosize minRows={2} {...form.getInputProps('reason')} />
        <TextInput label={`Type ${name} to confirm`} {...form.getInputProps('confirm_name')} />
        {hasSecondFactor ? (
          <TextInput
            label="Code from your authenticator"
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
          />
        ) : (
          <PasswordInput label="Password" autoComplete="current-password" {...form.getInputProps('password')} />
        )}
        <Problem error={submit.error} />
        <Button type="submit" color="red.9" loading={submit.isPending}>
          Close the account
        </Button>
      </Stack>
    </form>
  );
}
