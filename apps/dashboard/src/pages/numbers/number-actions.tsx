import { Group, Stack, Text } from '@mantine/core';
import type { PhoneNumber } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Panel } from '../../ui/layout/panel';

const CHANGED = ['numbers', 'summary', 'billing', 'account'];

/** What keeps a number, or brings it back. */
export function NumberActions({ number }: { number: PhoneNumber }) {
  const may = useMay();
  if (!may('numbers:write') || number.status === 'released') return null;
  const { e164 } = number;
  return (
    <>
      {number.status === 'suspended' && (
        <ConfirmButton
          label="Reactivate"
          title={`Reactivate ${e164}`}
          text={`The outstanding monthly charge of ${format.money(number.monthly_price_cents, number.currency)} is charged now.`}
          action={() => trunkline.numbers.reactivate(e164)}
          reloads={CHANGED}
        />
      )}
      {number.release_scheduled_at !== null && (
        <ConfirmButton
          label="Keep the number"
          title={`Keep ${e164}`}
          text="The scheduled release is cancelled, and the number is billed as before."
          action={() => trunkline.numbers.cancelRelease(e164)}
          reloads={CHANGED}
        />
      )}
    </>
  );
}

/** How the number is given up: at the end of its page, away from what is used daily. */
export function ReleaseNumber({ number }: { number: PhoneNumber }) {
  const may = useMay();
  if (!may('numbers:write') || number.status === 'released') return null;
  const { e164 } = number;
  return (
    <Panel title="Release">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {number.deletion_lock
            ? 'The number is protected against release. Turn the protection off first.'
            : 'A number that was released may be sold to another customer.'}
        </Text>
        <Group>
          {number.release_scheduled_at === null && (
            <ConfirmButton
              label="Release at the end of the month"
              title={`Release ${e164}`}
              text={`The number works until ${format.day(number.next_billing_at)} and is not charged again. Until then you can keep it.`}
              disabled={number.deletion_lock}
              action={() => trunkline.numbers.release(e164, { when: 'end_of_cycle' })}
              reloads={CHANGED}
            />
          )}
          <ConfirmButton
            label="Release now"
            title={`Release ${e164} now`}
            text="Calls fail at once, the rest of the month is not refunded, and the number may be sold to another customer."
            typed={e164}
            disabled={number.deletion_lock}
            action={() => trunkline.numbers.release(e164, { when: 'immediate', confirm_e164: e164 })}
            reloads={CHANGED}
          />
        </Group>
      </Stack>
    </Panel>
  );
}
