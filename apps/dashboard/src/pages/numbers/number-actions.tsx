import type { PhoneNumber } from '@trunkline/client';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionMenu } from '../../ui/dialogs/action-menu';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';

const CHANGED = ['numbers', 'summary', 'billing', 'account'];

/** What keeps a number or brings it back, and how it is given up. */
export function NumberActions({ number }: { number: PhoneNumber }) {
  const may = useMay();
  if (!may('numbers:write') || number.status === 'released') return null;
  const { e164, deletion_lock: disabled } = number;
  const atEnd = {
    label: 'Release at the end of the month',
    title: `Release ${e164}`,
    text: `The number works until ${format.day(number.next_billing_at)} and is not charged again. Until then you can keep it.`,
    disabled,
    isDanger: true,
    action: () => trunkline.numbers.release(e164, { when: 'end_of_cycle' }),
    reloads: CHANGED,
  };
  return (
    <>
      <ActionMenu
        actions={[
          ...(number.release_scheduled_at === null ? [atEnd] : []),
          {
            label: 'Release now',
            title: `Release ${e164} now`,
            text: 'Calls fail at once, the rest of the month is not refunded, and the number may be sold to another customer.',
            typed: e164,
            disabled,
            isDanger: true,
            action: () => trunkline.numbers.release(e164, { when: 'immediate', confirm_e164: e164 }),
            reloads: CHANGED,
          },
        ]}
        note={
          disabled
            ? 'The number is protected against release. Turn the protection off first.'
            : 'A number that was released may be sold to another customer.'
        }
      />
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
