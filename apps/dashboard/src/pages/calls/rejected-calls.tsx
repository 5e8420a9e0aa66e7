import { Group, Stack, Text } from '@mantine/core';
import type { RejectedCall } from '@trunkline/client';
import { CALL_DIRECTIONS, REJECTION_REASONS } from '@trunkline/client/lists';
import { PhoneOff } from 'lucide-react';
import { words } from '../../format';
import { worded } from '../../format/lists';
import { Caller, Phone } from '../../format/phone';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';
import type { Column } from '../../ui/tables/data-table';
import * as filters from '../../ui/tables/filters';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { DAYS, OWN_NUMBER } from './call-filters';
import { FixLink } from './fix-link';

const FILTERS = {
  number: OWN_NUMBER,
  direction: filters.choice('Direction', worded(CALL_DIRECTIONS), { none: 'Both', w: filters.half(140) }),
  reason: filters.oneOf(filters.choice('Reason', worded(REJECTION_REASONS), { none: 'All', w: filters.half(220) })),
  ...DAYS,
};

/** Calls that were rejected before they were routed, why, and where that is mended. */
export function RejectedCalls() {
  return (
    <Page title="Rejected calls">
      <List
        label="Rejected calls"
        queryKey={['rejected-calls']}
        filters={FILTERS}
        load={({ number, ...query }, options) => trunkline.rejectedCalls.list({ ...query, e164: number }, options)}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        none="No rejected call matches the filters."
        empty={
          <EmptyState
            icon={PhoneOff}
            text="Calls of the last 30 days that were rejected are listed here, with the reason."
          >
            <DocsLink page="calls">About calls</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<RejectedCall>[] = [
  { title: 'Time', cell: ({ at }) => <When at={at} /> },
  { title: 'From', cell: ({ from, caller_withheld }) => <Caller call={{ caller: from, caller_withheld }} /> },
  { title: 'To', cell: ({ to }) => <Phone value={to} /> },
  { title: 'Reason', cell: (call) => <Why call={call} /> },
  { title: 'Source', cell: ({ source_ip }) => source_ip ?? 'Unknown' },
  { title: 'SIP', end: true, cell: ({ sip_code }) => sip_code },
];

function Why({ call }: { call: RejectedCall }) {
  const { direction, reason, explanation, remedy, sip_trunk_id, to } = call;
  const number = direction === 'inbound' ? to : null;
  return (
    <Stack gap={2} miw={240} maw={460}>
      <Text size="sm" fw={600}>
        {words(reason)}
      </Text>
      <Text size="sm">{explanation}</Text>
      <Text size="sm" c="dimmed">
        {remedy}
      </Text>
      <Group>
        <FixLink reason={reason} trunkId={sip_trunk_id} number={number} />
      </Group>
    </Stack>
  );
}
