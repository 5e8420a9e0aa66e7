import type { CheckoutOutcome } from '@trunkline/client';
import { ShoppingCart } from 'lucide-react';
import { format } from '../../format';
import { textsOf } from '../../format/lists';
import { trunkline } from '../../session/client';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ButtonLink, TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import { StatusMark } from '../../ui/feedback/status-mark';
import type { Column } from '../../ui/tables/data-table';
import { FilteredList } from '../../ui/tables/filter-chips';
import * as filters from '../../ui/tables/filters';
import { When } from '../../ui/when';
import { CHECKOUT_STATUSES } from './checkout-status';

const boughtOf = ({ items }: CheckoutOutcome): number => items.filter(({ status }) => status !== 'failed').length;

const COLUMNS: readonly Column<CheckoutOutcome>[] = [
  {
    title: 'Time',
    cell: ({ checkout_id, created_at }) => (
      <TextLink to="/checkouts/$id" params={{ id: checkout_id }} className="opens">
        <When at={created_at} />
      </TextLink>
    ),
  },
  {
    title: 'Status',
    is: 'state',
    cell: ({ status }) => <StatusMark state={CHECKOUT_STATUSES[status].state} text={CHECKOUT_STATUSES[status].text} />,
  },
  { title: 'Bought', cell: (row) => `${boughtOf(row)} of ${row.totals.item_count}` },
  { title: 'Charged', is: 'money', cell: (row) => format.money(row.charged_cents, row.totals.currency) },
];

const FILTERS = {
  status: filters.oneOf(filters.choice('Status', textsOf(CHECKOUT_STATUSES), { none: 'All' })),
};

export function Checkouts() {
  return (
    <Page title="Checkouts">
      <FilteredList
        label="Checkouts"
        queryKey={['checkouts']}
        filters={FILTERS}
        load={(query, options) => trunkline.checkouts.list(query, options)}
        columns={COLUMNS}
        rowKey={({ checkout_id }) => checkout_id}
        none="No checkout has this status."
        empty={
          <EmptyState icon={ShoppingCart} text="Each purchase of your cart is listed here, also those that failed.">
            <ButtonLink to="/numbers/buy">Get numbers</ButtonLink>
            <DocsLink page="numbers">About numbers</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
