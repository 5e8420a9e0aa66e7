import type { Invoice } from '@trunkline/client';
import { format, words } from '../../format';
import { trunkline } from '../../session/client';
import { SaveButton } from '../../ui/save-button';
import { StatusMark } from '../../ui/feedback/status-mark';

interface PdfProps {
  readonly invoice: Invoice;
  /** Whether it is the action of the page, and not of a row. */
  readonly isPrimary?: boolean;
}

export function InvoicePdf({ invoice: { id, number }, isPrimary = false }: PdfProps) {
  const name = number ?? 'the draft';
  return (
    <SaveButton
      {...(isPrimary
        ? { text: 'Download PDF', label: `Download PDF of ${name}`, size: 'sm', variant: 'filled' }
        : { text: 'PDF', label: `PDF of ${name}` })}
      load={() => trunkline.invoices.download(id)}
      fileName={`${number ?? id}.pdf`}
    />
  );
}

export function ReceiptPdf({ topupId }: { topupId: string }) {
  const load = () => trunkline.billing.topups.downloadReceipt(topupId);
  return <SaveButton text="Receipt" label="Receipt of the top-up" load={load} fileName={`${topupId}.pdf`} />;
}

const STATES = { draft: 'wait', open: 'wait', paid: 'ok', void: 'idle' } as const;

export function InvoiceState({ invoice: { status } }: { invoice: Invoice }) {
  return <StatusMark state={STATES[status]} text={words(status)} />;
}

/** An invoice is issued a minute after its month has ended. */
export const nameOf = ({ number, period_end }: Invoice): string =>
  number ?? (period_end * 1000 > Date.now() ? 'Current month' : 'Being prepared');

/** An invoice has a number once it is issued, and is named by its month until then. */
export const titleOf = (invoice: Invoice): string =>
  invoice.number === null
    ? `Invoice, ${monthOf(invoice)}`
    : `${invoice.corrects_id === null ? 'Invoice' : 'Correcting invoice'} ${invoice.number}`;

const MONTH_LENGTH = 'YYYY-MM'.length;

/** The month of an invoice, in UTC. */
export const monthOf = ({ period_start }: Invoice): string =>
  format.month(new Date(period_start * 1000).toISOString().slice(0, MONTH_LENGTH));

/** First and last day of the invoice, in UTC: `Nov 1 – 30, 2026`. */
export const periodOf = ({ period_start, period_end }: Invoice): string =>
  new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    period_start * 1000,
    (period_end - 1) * 1000,
  );
