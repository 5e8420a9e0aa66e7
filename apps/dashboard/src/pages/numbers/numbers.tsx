import type { PhoneNumber } from '@trunkline/client';
import { Cable, Hash, Plus, Split } from 'lucide-react';
import { useMemo, useState } from 'react';
import { format } from '../../format';
import { Day } from '../../format/moment';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { useNumberStates } from '../../session/number-states';
import { ActionMenu } from '../../ui/dialogs/action-menu';
import { MenuLink } from '../../ui/dialogs/menu';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { StatusMark } from '../../ui/feedback/status-mark';
import { Page } from '../../ui/layout/page';
import { ButtonLink } from '../../ui/links';
import { BulkBar } from '../../ui/tables/selection/bulk-bar';
import { SelectedRows } from '../../ui/tables/selection/selected-rows';
import { FilteredList } from '../../ui/tables/filter-chips';
import { StateTabs } from '../../ui/tables/state-tabs';
import { useFilters } from '../../ui/tables/use-filters';
import { SavedViews } from '../../ui/views/saved-views';
import { useExport } from '../exports/export-button';
import { TagList } from './tag-list';
import { areCounted, askedOf, CHIPS, FILTERS, tabsOf } from './number-filters';
import { LABEL, NUMBER, type NumberColumn, STATUS } from './number-columns';
import { BulkActions } from './bulk/bulk-actions';
import { useRoutes } from './routes';
import classes from './numbers.module.css';

/** The most that the API returns at once. */
const PAGE_ROWS = 100;
/** Of a row, which has one line. */
const TAGS_SHOWN = 2;

const keyOf = ({ e164 }: PhoneNumber): string => e164;

export function Numbers() {
  const mayChange = useMay()('numbers:write');
  const [selected] = useState(() => new SelectedRows());
  const columns = useColumns();
  const { query, faults, search } = useFilters(FILTERS);
  const filter = askedOf(query);
  const exported = useExport({ kind: 'numbers', filters: filter, faults });
  const { data: counted } = useNumberStates();
  return (
    <Page
      title="Numbers"
      actions={
        <>
          <ActionMenu actions={exported ? [exported] : []}>
            <MenuLink to="/numbers/jobs">Bulk changes</MenuLink>
          </ActionMenu>
          {mayChange && (
            <ButtonLink to="/numbers/buy" leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}>
              Get numbers
            </ButtonLink>
          )}
        </>
      }
    >
      <StateTabs label="States" tabs={tabsOf(areCounted(search) ? counted : undefined)} search={search} />
      <FilteredList
        label="Numbers"
        namesZone={false}
        queryKey={['numbers']}
        filters={FILTERS}
        chips={CHIPS}
        afterFilters={<SavedViews list="numbers" search={search} />}
        sort="assigned_at"
        load={({ cursor, sort, order, ...asked }, options) =>
          trunkline.numbers.list({ ...askedOf(asked), cursor, sort, order, limit: PAGE_ROWS }, options)
        }
        columns={columns}
        rowKey={keyOf}
        selection={
          mayChange && search['status'] !== 'released'
            ? {
                rows: selected,
                nameOf: keyOf,
                bar: (matching) => (
                  <BulkBar
                    rows={selected}
                    noun="numbers"
                    count={async () => (await trunkline.numbers.count.get(filter)).count}
                    actions={<BulkActions selected={selected} filter={filter} matching={matching} />}
                    matching={matching}
                  />
                ),
              }
            : undefined
        }
        none="No number matches the filters."
        empty={
          <EmptyState icon={Hash} text="The numbers that you buy are listed here.">
            {mayChange && <ButtonLink to="/numbers/buy">Get numbers</ButtonLink>}
            <DocsLink page="numbers">About numbers</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The columns, which stay the same while the names of the routes do. */
function useColumns(): readonly NumberColumn[] {
  const { nameOf } = useRoutes();
  return useMemo(() => columnsWith(nameOf), [nameOf]);
}

const columnsWith = (nameOf: ReturnType<typeof useRoutes>['nameOf']): readonly NumberColumn[] => [
  NUMBER,
  LABEL,
  {
    title: 'Area',
    optional: true,
    cell: ({ city, region, country }) => (
      <span className={classes['label']}>{[city ?? region, country].filter(Boolean).join(', ')}</span>
    ),
  },
  {
    title: 'Routes to',
    long: true,
    cell: (row) => {
      const name = nameOf(row);
      if (name === null) return <StatusMark state="warn" text="Nowhere" />;
      const Icon = row.trunk_id === null ? Split : Cable;
      return (
        <span className={classes['route']} title={name}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {name}
        </span>
      );
    },
  },
  STATUS,
  {
    title: 'Tags',
    long: true,
    sparse: true,
    cell: ({ tags }) => tags.length > 0 && <TagList tags={tags} max={TAGS_SHOWN} />,
  },
  {
    title: 'Since',
    optional: true,
    sorts: 'assigned_at',
    cell: (row) => <Day at={row.assigned_at} />,
  },
  {
    title: 'Next charge',
    optional: true,
    sorts: 'next_billing_at',
    cell: (row) => <Day at={row.next_billing_at} />,
  },
  { title: 'Per month', is: 'money', long: true, cell: (row) => format.money(row.monthly_price_cents, row.currency) },
];
