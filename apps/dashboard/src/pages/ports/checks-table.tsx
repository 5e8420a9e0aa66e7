import { Button, Text } from '@mantine/core';
import type { PortCheck, PortCheckReason } from '@trunkline/client';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { type State, StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { ShortTable } from '../../ui/tables/short-table';
import { NUMBER_TYPES } from '../documents/labels';

const REASONS: Readonly<Record<PortCheckReason, string>> = {
  own_number: 'Your account has this number already.',
  already_here: 'The number is with us already. Contact us to move it.',
  port_in_progress: 'Another of your ports includes this number.',
  port_elsewhere: 'A port of another account includes this number.',
  unknown_range: 'No numbering plan contains this range of numbers.',
  premium_number: 'Premium-rate numbers cannot be ported.',
  not_covered: 'We do not know yet whether it can be ported. Contact us.',
  not_portable: 'Numbers of this country and type cannot be ported to us.',
};

function stateOf({ portable }: PortCheck): { readonly state: State; readonly text: string } {
  if (portable === null) return { state: 'idle', text: 'Not known' };
  return portable ? { state: 'ok', text: 'Portable' } : { state: 'bad', text: 'Not portable' };
}

interface Props {
  readonly checks: readonly PortCheck[];
  readonly leaveOut: (e164: string) => void;
}

/** What the checks say of each number. */
export function ChecksTable({ checks, leaveOut }: Props) {
  const columns: readonly Column<PortCheck>[] = [
    { title: 'Number', cell: ({ e164 }) => <Phone value={e164} /> },
    { title: 'Country', optional: true, cell: ({ country }) => (country === null ? 'None' : format.country(country)) },
    { title: 'Type', cell: ({ number_type }) => (number_type === null ? 'Not known' : NUMBER_TYPES[number_type]) },
    {
      title: 'Check',
      is: 'state',
      cell: (check) => (
        <>
          <StatusMark {...stateOf(check)} />
          {check.reason_code !== null && (
            <Text fz="xs" c="dimmed">
              {REASONS[check.reason_code]}
            </Text>
          )}
        </>
      ),
    },
    { title: 'Carrier', cell: ({ losing_carrier }) => losing_carrier ?? 'Not known' },
    { title: 'PIN', cell: ({ pin_required }) => (pin_required ? 'Required' : 'Not required') },
    {
      title: 'Action',
      is: 'actions',
      cell: ({ e164 }) => (
        <Button size="compact-sm" variant="default" aria-label={`Leave out ${e164}`} onClick={() => leaveOut(e164)}>
          Leave out
        </Button>
      ),
    },
  ];
  return <ShortTable label="Checks" columns={columns} rows={checks} rowKey={({ e164 }) => e164} />;
}
