import { Text } from '@mantine/core';
import type { PhoneNumber } from '@trunkline/client';
import { format } from '../../format';
import { Note } from '../../ui/feedback/note';

/** What will change of a number. Loaded then, because few numbers have it. */
export function NumberNotes({ number }: { number: PhoneNumber }) {
  return (
    <>
      {number.port_out_at !== null && (
        <Note state="warn" role="status">
          <Text size="sm">
            The number moves to another carrier on {format.time(number.port_out_at)}. If you did not request this,
            contact us immediately.
          </Text>
        </Note>
      )}
      {number.release_scheduled_at !== null && (
        <Note state="warn" role="status">
          <Text size="sm">The number is released on {format.day(number.release_scheduled_at)}.</Text>
        </Note>
      )}
      {number.next_monthly_price_cents !== null && number.price_changes_at !== null && (
        <Note>
          <Text size="sm">
            From {format.day(number.price_changes_at)}, a month costs{' '}
            {format.money(number.next_monthly_price_cents, number.currency)} instead of{' '}
            {format.money(number.monthly_price_cents, number.currency)}. Months that started before are not affected.
          </Text>
        </Note>
      )}
    </>
  );
}
