import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Dialog } from '../ui/dialogs/dialog';
import { Problem } from '../ui/problem';
import { useSubmit } from '../ui/forms/use-submit';
import type { PendingCall } from './pending-call';

/** Asks for the password, and stays open while it is wrong. */
export default function PasswordDialog({ repeat, cancel }: PendingCall) {
  const form = useForm({ initialValues: { password: '' } });
  const submit = useSubmit(
    form,
    ({ password }) => repeat(password),
    () => undefined,
  );
  return (
    <Dialog opened onClose={cancel} title="Confirm your password">
      <form onSubmit={submit.onSubmit} noValidate>
        <Stack>
          <Text size="sm">You signed in a while ago. Enter your password to make this change.</Text>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
          <Problem error={submit.error} />
          <Group justify="end">
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" loading={submit.isPending}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
