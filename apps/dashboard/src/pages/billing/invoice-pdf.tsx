import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Invoice } from '@trunkline/client';
import { trunkline } from '../../session/client';
import { saveFile } from '../../ui/save-file';

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
