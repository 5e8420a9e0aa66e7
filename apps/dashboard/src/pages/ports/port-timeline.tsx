import { Box, Stack, Text } from '@mantine/core';
import type { PortComment, PortEvent, PortRequest } from '@trunkline/client';
import { useMemo } from 'react';
import { words } from '../../format';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/feedback/empty-state';
import { area } from '../../ui/forms/areas';
import { given } from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { Actor, ACTORS } from '../activity/actor';
import { PORT_STATUS_TEXTS } from './port-status';

const isStatus = (value: unknown): value is keyof typeof PORT_STATUS_TEXTS =>
  typeof value === 'string' && value in PORT_STATUS_TEXTS;

function changeOf({ action, to }: PortEvent): string {
  const status = to['status'];
  return action === 'status_changed' && isStatus(status) ? PORT_STATUS_TEXTS[status] : words(action);
}

const historyFor = (userId: string | undefined): readonly Column<PortEvent>[] => [
  { title: 'Time', cell: ({ at }) => <When at={at} /> },
  { title: 'Change', cell: changeOf },
  { title: 'By', long: true, cell: ({ actor }) => <Actor actor={actor} userId={userId} /> },
];

/** What happened to a port, newest first. */
export function PortHistory({ id }: { id: string }) {
  const userId = useAccount().user?.id;
  const columns = useMemo(() => historyFor(userId), [userId]);
  return (
    <List
      label="History of the port"
      columns={columns}
      queryKey={['ports', id, 'events']}
      load={(query, options) => trunkline.porting.events.list(id, query, options)}
      empty={<EmptyState text="No changes yet." />}
    />
  );
}

const COMMENTS: readonly Column<PortComment>[] = [
  { title: 'Time', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'From', long: true, cell: ({ author_kind }) => ACTORS[author_kind] },
  {
    title: 'Message',
    long: true,
    cell: ({ body }) => (
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
    ),
  },
];

const NEW_COMMENT = {
  body: {
    ...area('Message to us', { fault: given('Write a message.') }),
    write: (value: string) => value.trim(),
  },
};

/** Messages between the account and the operator. */
export function PortComments({ port: { id } }: { port: PortRequest }) {
  const mayWrite = useMay()('numbers:write');
  return (
    <Stack gap="md">
      <List
        label="Messages about the port"
        columns={COMMENTS}
        queryKey={['ports', id, 'comments']}
        load={(query, options) => trunkline.porting.comments.list(id, query, options)}
        empty={<EmptyState text="No messages yet. We answer here and by email." />}
      />
      {mayWrite && (
        <Box maw={560}>
          <SubmitForm
            fields={NEW_COMMENT}
            label="Send"
            send={(body) => trunkline.porting.comments.create(id, body)}
            reloads={['ports']}
            onSent={(_comment, form) => form.reset()}
          />
        </Box>
      )}
    </Stack>
  );
}
