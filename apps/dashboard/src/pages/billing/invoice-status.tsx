import type { Invoice } from '@trunkline/client';
import { format, words } from '../../format';
import { StatusMark } from '../../ui/status-mark';

const COLORS = { draft: 'gray', open: 'yellow', paid: 'teal', void: 'gray' } as const;

export function InvoiceState({ invoice: { status } }: { invoice: Invoice }) {
  return <StatusMark color={COLORS[status]} text={words(status)} />;
}

/** First and last day of the invoice, in UTC. */
export const periodOf = ({ period_start, period_end }: Invoice): string =>
  `${format.shortDay(period_start)} – ${format.shortDay(period_end - 1)}`;
