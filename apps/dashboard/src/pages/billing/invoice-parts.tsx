import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Invoice } from '@trunkline/client';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { saveFile } from '../../ui/save-file';
import { StatusMark } from '../../ui/status-mark';

/** A button that saves the invoice as PDF. */
export function InvoicePdf({ invoice }: { invoice: Invoice }) {
  const download = useMutation({
    mutationFn: () => trunkline.invoices.download(invoice.id),
    onSuccess: (file) => saveFile(file, `${invoice.number ?? invoice.id}.pdf`),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`PDF of ${invoice.number ?? 'the draft of the current month'}`}
        loading={download.isPending}
        onClick={() => download.mutate()}
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

const COLORS = { draft: 'gray', open: 'yellow', paid: 'teal', void: 'gray' } as const;

export function InvoiceState({ invoice: { status } }: { invoice: Invoice }) {
  return <StatusMark color={COLORS[status]} text={words(status)} />;
}

/** First and last day of the invoice, in UTC. */
export const periodOf = ({ period_start, period_end }: Invoice): string =>
  `${format.shortDay(period_start)} – ${format.shortDay(period_end - 1)}`;
