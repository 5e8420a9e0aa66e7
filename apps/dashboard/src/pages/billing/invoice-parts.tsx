import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Invoice } from '@trunkline/client';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { saveFile } from '../../ui/save-file';
import { StatusMark } from '../../ui/status-mark';

interface Saved {
  readonly text: string;
  readonly label: string;
  readonly load: () => PromiseLike<Blob>;
  readonly fileName: string;
}

/** A button that saves a document. */
function SaveButton({ text, label, load, fileName }: Saved) {
  const download = useMutation({ mutationFn: async () => load(), onSuccess: (file) => saveFile(file, fileName) });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={label}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {text}
      </Button>
      {download.error && (
        <Text fz="xs" role="alert">
          {download.error.message}
        </Text>
      )}
    </>
  );
}

export function InvoicePdf({ invoice: { id, number } }: { invoice: Invoice }) {
  const label = `PDF of ${number ?? 'the draft of the current month'}`;
  const load = () => trunkline.invoices.download(id);
  return <SaveButton text="PDF" label={label} load={load} fileName={`${number ?? id}.pdf`} />;
}

export function ReceiptPdf({ topupId }: { topupId: string }) {
  const load = () => trunkline.billing.topups.downloadReceipt(topupId);
  return <SaveButton text="Receipt" label="Receipt of the top-up" load={load} fileName={`${topupId}.pdf`} />;
}

const COLORS = { draft: 'gray', open: 'yellow', paid: 'teal', void: 'gray' } as const;

export function InvoiceState({ invoice: { status } }: { invoice: Invoice }) {
  return <StatusMark color={COLORS[status]} text={words(status)} />;
}

/** First and last day of the invoice, in UTC. */
export const periodOf = ({ period_start, period_end }: Invoice): string =>
  `${format.shortDay(period_start)} – ${format.shortDay(period_end - 1)}`;
