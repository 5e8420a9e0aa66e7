import { Text } from '@mantine/core';
import type { PortRequest } from '@trunkline/client';
import { ArrowRightLeft } from 'lucide-react';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { When } from '../../ui/when';
import { awaited, noDate, PORT_STATUS_TEXTS, PortState } from './port-status';

const RELOAD_MS = 15_000;

const FILTERS = {
  status: filters.oneOf(filters.choice('Status', PORT_STATUS_TEXTS, { none: 'All' })),
};

/** The first number, and how many others. */
function Numbers({ port: { id, numbers } }: { port: PortRequest }) {
  const [first] = numbers;
  return (
    <>
      <TextLink to="/numbers/ports/$id" params={{ id }} className="opens">
        {first ? <Phone value={first.e164} /> : id}
      </TextLink>
      {numbers.length > 1 && (
        <Text fz="xs" c="dimmed">
          and {format.count(numbers.length - 1)} more
        </Text>
      )}
    </>
  );
}

const COLUMNS: readonly Column<PortRequest>[] = [
  { title: 'Numbers', cell: (port) => <Numbers port={port} /> },
  { title: 'From', long: true, cell: ({ losing_carrier }) => losing_carrier ?? 'Not named yet' },
  { title: 'Country', optional: true, cell: ({ country }) => format.country(country) },
  { title: 'Status', is: 'state', cell: (port) => <PortState port={port} /> },
  { title: 'Waits for', long: true, cell: (port) => awaited(port)?.split(':')[0] ?? 'Ended' },
  {
    title: 'Date',
    cell: (port) => (port.foc_at === null ? noDate(port) : format.day(port.foc_at)),
  },
  { title: 'Last change', optional: true, cell: ({ updated_at }) => <When at={updated_at} /> },
];

/** Ports of numbers from other carriers into the account. */
export function Ports() {
  const mayChange = useMay()('numbers:write');
  const create = mayChange && <ButtonLink to="/numbers/ports/new">Port numbers in</ButtonLink>;
  return (
    <Page
      title="Ports"
      actions={
        <>
          <ButtonLink to="/numbers/port-outs" variant="default">
            Port-outs
          </ButtonLink>
          {create}
        </>
      }
    >
      <FilteredList
        label="Ports"
        queryKey={['ports']}
        filters={FILTERS}
        load={(query, options) => trunkline.porting.requests.list(query, options)}
        reload={{ everyMs: RELOAD_MS, while: (port) => awaited(port) !== null }}
        columns={COLUMNS}
        none="No port has this status."
        empty={
          <EmptyState
            icon={ArrowRightLeft}
            text="Bring the numbers that you have at another carrier. They keep working there until they move."
          >
            {create}
            <DocsLink page="porting">About ports</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
