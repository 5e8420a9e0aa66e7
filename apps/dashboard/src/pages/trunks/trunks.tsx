import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { RouteSort, SipTrunk } from '@trunkline/client';
import { Cable } from 'lucide-react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { RouteState, routeStatusFilter } from '../../ui/feedback/route-status';
import type { Column } from '../../ui/tables/data-table';
import * as filters from '../../ui/tables/filters';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { CreateTrunk } from './create-trunk';
import { MODES } from './sip-texts';

const FILTERS = {
  q: filters.text('Name contains', { isSearch: true, w: filters.half(220), max: 64 }),
  status: routeStatusFilter,
};

const COLUMNS: readonly Column<SipTrunk, RouteSort>[] = [
  {
    title: 'Name',
    sorts: 'name',
    cell: ({ id, name }) => (
      <TextLink to="/trunks/$id" params={{ id }} className="opens">
        {name}
      </TextLink>
    ),
  },
  { title: 'Status', is: 'state', cell: ({ status }) => <RouteState status={status} /> },
  { title: 'Identified by', cell: ({ registration_mode }) => MODES[registration_mode] },
  { title: 'Created', optional: true, sorts: 'created_at', cell: ({ created_at }) => <When at={created_at} /> },
  {
    title: 'Concurrent calls',
    is: 'count',
    cell: ({ max_concurrent_calls: limit }) => (limit === null ? 'No limit' : format.count(limit)),
  },
];

export function Trunks() {
  const mayChange = useMay()('sip_trunks:write');
  const [isOpen, dialog] = useDisclosure();
  const create = mayChange && <Button onClick={dialog.open}>Create a trunk</Button>;
  return (
    <Page title="SIP trunks" actions={create}>
      <List
        label="SIP trunks"
        queryKey={['trunks']}
        filters={FILTERS}
        sort="created_at"
        load={(query, options) => trunkline.sipTrunks.list(query, options)}
        columns={COLUMNS}
        none="No trunk matches the filters."
        empty={
          <EmptyState icon={Cable} text="A trunk connects your phone system to your numbers and to the phone network.">
            {create}
            <DocsLink page="sip-trunks">About SIP trunks</DocsLink>
          </EmptyState>
        }
      />
      <CreateTrunk isOpen={isOpen} close={dialog.close} />
    </Page>
  );
}
