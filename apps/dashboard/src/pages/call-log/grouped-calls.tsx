import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CdrGroup, CdrsListQuery, CdrsSummaryGetQuery } from '@trunkline/client';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { Phone } from '../../format/phone';
import type { Texts } from '../../router/search';
import { trunkline } from '../../session/client';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/feedback/loaded';
import cells from '../../ui/tables/data-table.module.css';
import { headingProps } from '../../ui/tables/row';
import { ShortTable } from '../../ui/tables/short-table';
import { Table } from '../../ui/tables/table';
import classes from './call-log.module.css';
import { COLUMNS } from './columns';
import { RouteName } from '../calls/route-name';
import { type Group, GROUPS } from './groups';
import { FIGURES } from './figures';
import { type Range, textsOfRange, timeOf, within } from './periods';

const GROUPS_MAX = 1_000;
const CALLS_SHOWN = 10;

interface Props {
  readonly by: Group;
  readonly query: CdrsSummaryGetQuery;
  readonly range: Range;
  readonly search: Texts<string>;
}

/** The calls of the filters in groups, each of which opens to its newest calls. */
export function GroupedCalls({ by, query, range, search }: Props) {
  const asked: CdrsSummaryGetQuery = { ...query, group_by: [by], timezone: format.timeZone, limit: GROUPS_MAX };
  const groups = useQuery({
    queryKey: ['calls', 'groups', asked],
    queryFn: async ({ signal }) => trunkline.cdrs.summary.get(asked, { signal }),
  });
  return (
    <Loaded query={groups} title="The groups could not be loaded" height={400}>
      {({ items, next_cursor }) =>
        items.length === 0 ? (
          <EmptyState text="No call matches the filters." />
        ) : (
          <>
            <div className={cells['scroll']}>
              <Table aria-label={`Calls by ${GROUPS[by]}`} fz="sm">
                <Table.Thead className={cells['head']}>
                  <Table.Tr>
                    <Table.Th>{GROUPS[by]}</Table.Th>
                    {FIGURES.map((column) => (
                      <Table.Th key={column.title} {...headingProps(column)}>
                        {column.title}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {inOrder(by, items).map((group) => (
                    <GroupRows key={String(group.key)} {...{ by, group, query, range, search }} />
                  ))}
                </Table.Tbody>
              </Table>
            </div>
            {next_cursor !== null && (
              <Text size="sm" c="dimmed" mt="sm">
                The first {format.count(GROUPS_MAX)} groups are shown. Choose a shorter time to see the others.
              </Text>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** The latest day first, else the group with the most calls. */
const inOrder = (by: Group, items: readonly CdrGroup[]): readonly CdrGroup[] =>
  by === 'day' ? items.toReversed() : items.toSorted((one, other) => other.calls - one.calls);

interface RowsProps extends Props {
  readonly group: CdrGroup;
}

function GroupRows({ by, group, query, range, search }: RowsProps) {
  const [isOpen, setOpen] = useState(false);
  const key = typeof group.key === 'string' ? group.key : null;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Table.Tr className={cells['row']}>
        <Table.Td className={cells['cell']} data-at="identity">
          {key === null ? (
            'Unknown'
          ) : (
            <UnstyledButton fz="sm" fw={550} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Chevron size={14} aria-hidden /> <GroupName by={by} group={key} />
            </UnstyledButton>
          )}
        </Table.Td>
        {FIGURES.map(({ title, cell }) => (
          <Table.Td key={title} data-figure data-l={title} className={cells['cell'] ?? ''}>
            {cell(group)}
          </Table.Td>
        ))}
      </Table.Tr>
      {isOpen && key !== null && (
        <Table.Tr className={classes['nested']}>
          <Table.Td colSpan={FIGURES.length + 1}>
            <GroupCalls {...{ by, group: key, query, range, search }} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function GroupName({ by, group }: { by: Group; group: string }) {
  switch (by) {
    case 'day':
      return format.date(group);
    case 'country':
      return format.country(group);
    case 'number':
      return <Phone value={group} />;
    case 'trunk':
      return <RouteName id={group} />;
  }
}

/** The filters of a group beside those of the page, for the API and for the address. */
function filtersOf(by: Group, group: string, range: Range): { query: CdrsListQuery; search: Texts<string> } {
  const { timeZone } = format;
  switch (by) {
    case 'day': {
      const day = within(range, timeOf('day', group, timeZone));
      return { query: day, search: textsOfRange(day, timeZone) };
    }
    case 'country':
      return { query: { country: [group] }, search: { country: group } };
    case 'number':
      return { query: { e164: group }, search: { number: group } };
    case 'trunk':
      return { query: { sip_trunk_id: group }, search: { trunk: group } };
  }
}

function GroupCalls({ by, group, query, range, search }: Omit<Props, 'by'> & { by: Group; group: string }) {
  const own = filtersOf(by, group, range);
  const asked: CdrsListQuery = { ...query, ...own.query, sort: 'started_at', order: 'desc', limit: CALLS_SHOWN };
  const calls = useQuery({
    queryKey: ['calls', 'of-group', asked],
    queryFn: async ({ signal }) => trunkline.cdrs.list(asked, { signal }),
  });
  return (
    <Loaded query={calls} title="The calls could not be loaded" height={CALLS_SHOWN * 36}>
      {({ items, next_cursor }) => (
        <>
          <ShortTable label={`Calls of ${group}`} columns={COLUMNS} rows={items} />
          <TextLink to="/calls" search={{ ...search, ...own.search, group: undefined }}>
            {next_cursor === null ? 'Show them as a list' : 'Show all as a list'}
          </TextLink>
        </>
      )}
    </Loaded>
  );
}
