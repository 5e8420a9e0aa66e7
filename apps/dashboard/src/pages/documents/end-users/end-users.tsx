import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { EndUser } from '@trunkline/client';
import { UserRound } from 'lucide-react';
import { format } from '../../../format';
import { useMay } from '../../../session/account';
import { trunkline } from '../../../session/client';
import { Dialog } from '../../../ui/dialogs/dialog';
import { DocsLink } from '../../../ui/docs-link';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { TextLink } from '../../../ui/links';
import { Count } from '../../../ui/tables/count';
import type { Column } from '../../../ui/tables/data-table';
import { FilteredList } from '../../../ui/tables/filter-chips';
import * as filters from '../../../ui/tables/filters';
import { When } from '../../../ui/when';
import { DocumentsPage } from '../documents-page';
import { KINDS } from '../labels';
import { CreateEndUser } from './end-user-form';

const FILTERS = {
  q: filters.text('Name, email or number', { isSearch: true, w: filters.full(240), max: 200 }),
  kind: filters.oneOf(filters.choice('Kind', KINDS, { none: 'Any' })),
};

const COLUMNS: readonly Column<EndUser>[] = [
  {
    title: 'Name',
    cell: ({ id, display_name }) => (
      <TextLink to="/documents/end-users/$id" params={{ id }} className="opens">
        {display_name}
      </TextLink>
    ),
  },
  { title: 'Kind', cell: ({ kind }) => KINDS[kind] },
  { title: 'Location', long: true, cell: ({ city, country }) => `${city}, ${format.country(country)}` },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  {
    title: 'Documents',
    is: 'count',
    cell: ({ document_count }) => <Count of={document_count} one="document" several="documents" />,
  },
];

export function EndUsers() {
  const navigate = useNavigate();
  const mayChange = useMay()('compliance:write');
  const [isOpen, dialog] = useDisclosure();
  const create = mayChange && <Button onClick={dialog.open}>Create an end user</Button>;
  return (
    <DocumentsPage title="End users" actions={create}>
      <FilteredList
        label="End users"
        queryKey={['end-users']}
        filters={FILTERS}
        load={(query, options) => trunkline.compliance.endUsers.list(query, options)}
        columns={COLUMNS}
        none="No end user matches the filters. The search finds whole words."
        empty={
          <EmptyState
            icon={UserRound}
            text="An end user is the person or business that uses a number. Some countries ask for their details and documents."
          >
            {create}
            <DocsLink page="end-users">About end users</DocsLink>
          </EmptyState>
        }
      />
      <Dialog opened={isOpen} onClose={dialog.close} title="Create an end user">
        <CreateEndUser onCreated={({ id }) => navigate({ to: '/documents/end-users/$id', params: { id } })} />
      </Dialog>
    </DocumentsPage>
  );
}
