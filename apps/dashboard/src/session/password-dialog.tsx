import { Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '../ui/dialogs/dialog';
import { Problem } from '../ui/feedback/problem';
import { password } from '../ui/forms/passwords';
import { useSending } from '../ui/forms/submit-form';
import type { PendingCall } from './pending-call';

const FIELDS = { password: password('Password') };

/** Asks for the password, and stays open while it is wrong. */
export default function PasswordDialog({ repeat, cancel }: PendingCall) {
  const form = useSending({
    fields: FIELDS,
    send: (body) => repeat(body.password),
    onSent: () => undefined,
  });
  return (
    <Dialog opened onClose={cancel} title="Confirm your password">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text size="sm">You signed in a while ago. Enter your password to make this change.</Text>
          {form.field()}
          <Problem error={form.error} />
          <Group justify="end">
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" loading={form.isPending}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
