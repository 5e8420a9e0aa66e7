import type { Transaction } from '@trunkline/client';
import { format, words } from '../../format';
import { TextWithPhones } from '../../format/phone';
import { TextLink } from '../../ui/links';
import type { Column } from '../../ui/tables/data-table';
import { When } from '../../ui/when';
import { ReceiptPdf } from './invoice-parts';

export const TRANSACTION_COLUMNS: readonly Column<Transaction, 'created_at'>[] = [
  { title: 'Time', sorts: 'created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Kind', cell: ({ kind }) => words(kind) },
  {
    title: 'Description',
    is: 'identity',
    cell: ({ id, description }) => (
      <TextLink to="/billing/transactions/$id" params={{ id }} className="opens">
        <TextWithPhones text={description} />
      </TextLink>
    ),
  },
  {
    title: 'Receipt',
    is: 'actions',
    cell: ({ related_kind, related_id }) =>
      related_kind === 'topup' && related_id !== null ? <ReceiptPdf topupId={related_id} /> : null,
  },
  { title: 'Balance after', is: 'money', cell: (row) => format.money(row.balance_after_cents, row.currency) },
  { title: 'Amount', is: 'money', cell: (row) => format.money(row.amount_cents, row.currency) },
];
