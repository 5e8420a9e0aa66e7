import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Invoice } from '@trunkline/client';
import { ReceiptText } from 'lucide-react';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { type Column, DataTable } from '../../ui/tables/data-table';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/empty-state';
import { Page } from '../../ui/page';
import { saveFile } from '../../ui/save-file';
import { StatusMark } from '../../ui/status-mark';

const COLORS = { draft: 'gray', open: 'yellow', paid: 'teal', void: 'gray' } as const;

const COLUMNS: readonly Column<Invoice>[] = [
  { key: 'number', title: 'Invoice', cell: ({ number }) => number ?? 'Current month' },
  {
    key: 'period',
    title: 'Period',
    cell: ({ period_start, period_end }) => (
      <span className="whole">
        {format.shortDay(period_start)} – {format.shortDay(period_end - 1)}
      </span>
    ),
  },
  { key: 'status', title: 'Status', cell: ({ status }) => <StatusMark color={COLORS[status]} text={words(status)} /> },
  { key: 'pdf', title: 'Document', cell: (invoice) => <Pdf invoice={invoice} /> },
  { key: 'total', title: 'Total', end: true, cell: (row) => format.money(row.total_cents, row.currency) },
];

export function Invoices() {
  return (
    <Page title="Invoices">
      <DataTable
        label="Invoices"
        columns={COLUMNS}
        queryKey={['billing', 'invoices']}
        load={(cursor, signal) => trunkline.invoices.list({ ...(cursor && { cursor }) }, { signal })}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={ReceiptText} text="An invoice is issued at the end of each month.">
            <DocsLink page="invoices">About invoices</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

function Pdf({ invoice }: { invoice: Invoice }) {
  const download = useMutation({
    mutationFn: () => trunkline.invoices.download(invoice.id),
    onSuccess: (file) => {
      saveFile(file, `${invoice.number ?? invoice.id}.pdf`);
    },
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`PDF of ${invoice.number ?? 'the draft of the current month'}`}
        loading={download.isPending}
        onClick={() => {
          download.mutate();
        }}
      >
        PDF
      </Button>
      {download.error && (
        <Text fz="xs" role="alert">
          {download.error.message}
        </Text>
      )}
    </>
  );
}
