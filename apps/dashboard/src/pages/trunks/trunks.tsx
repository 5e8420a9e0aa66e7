import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Page as PageOf, RouteSort, SipTrunk, TrunkStatus } from '@trunkline/client';
import { Cable } from 'lucide-react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { routeStatusFilter } from '../../ui/feedback/route-status';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { When } from '../../ui/when';
import { CreateTrunk } from './create-trunk';
import { trunkHealth } from './gateways/gateway-health';
import { STATUS_RELOAD_MS } from './use-trunk-status';
import { MODES } from './sip-texts';

const FILTERS = {
  q: filters.text('Name contains', { isSearch: true, w: filters.full(220), max: 64 }),
  status: routeStatusFilter('State'),
};

/** A trunk with what is measured of it. */
interface TrunkRow extends SipTrunk {
  readonly measured: TrunkStatus | undefined;
}

const COLUMNS: readonly Column<TrunkRow, RouteSort>[] = [
  {
    title: 'Name',
    sorts: 'name',
    cell: ({ id, name }) => (
      <TextLink to="/trunks/$id" params={{ id }} className="opens">
        {name}
      </TextLink>
    ),
  },
  { title: 'State', is: 'state', cell: (trunk) => <TrunkState trunk={trunk} /> },
  { title: 'Identified by', cell: ({ registration_mode }) => MODES[registration_mode] },
  { title: 'Created', optional: true, sorts: 'created_at', cell: ({ created_at }) => <When at={created_at} /> },
  {
    title: 'Calls now',
    is: 'count',
    cell: ({ measured, max_concurrent_calls: limit }) => {
      const calls = format.count(measured?.active_calls ?? 0);
      return limit === null ? calls : `${calls} of ${format.count(limit)}`;
    },
  },
];

function TrunkState({ trunk }: { trunk: TrunkRow }) {
  const health = trunkHealth(trunk, trunk.measured);
  return health && <StatusMark {...health} />;
}

/** Adds to the trunks of a page what is measured of them. */
async function withHealth(
  page: PageOf<SipTrunk>,
  options: { readonly signal: AbortSignal },
): Promise<PageOf<TrunkRow>> {
  const ids = page.items.map(({ id }) => id);
  const { items: statuses } =
    ids.length > 0 ? await trunkline.sipTrunks.status.list({ id: ids }, options) : { items: [] };
  const items = page.items.map((trunk) => ({
    ...trunk,
    measured: statuses.find(({ trunk_id }) => trunk_id === trunk.id),
  }));
  return { ...page, items };
}

export function Trunks() {
  const may = useMay();
  const [opened, dialog] = useDisclosure();
  const create = may('sip_trunks:write') && <Button onClick={dialog.open}>Create a trunk</Button>;
  return (
    <Page title="SIP trunks" actions={create} restricted={!may('sip_trunks:read') && 'see SIP trunks'}>
      <FilteredList
        label="SIP trunks"
        queryKey={['trunks']}
        filters={FILTERS}
        sort="created_at"
        load={async (query, options) => withHealth(await trunkline.sipTrunks.list(query, options), options)}
        pollMs={STATUS_RELOAD_MS}
        columns={COLUMNS}
        none="No trunk matches the filters."
        empty={
          <EmptyState icon={Cable} text="A trunk connects your phone system to your numbers and to the phone network.">
            {create}
            <DocsLink page="sip-trunks">About SIP trunks</DocsLink>
          </EmptyState>
        }
      />
      <CreateTrunk opened={opened} onClose={dialog.close} />
    </Page>
  );
}
