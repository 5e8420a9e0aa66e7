import { Text } from '@mantine/core';
import type { OptOut } from '@trunkline/client';
import { MessageSquareOff } from 'lucide-react';
import { Phone } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { given, text } from '../../ui/forms/fields';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { among, ROWS_MAX } from '../../ui/one-row/by-id';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';

const COLUMNS: readonly Column<OptOut>[] = [
  { title: 'Recipient', cell: ({ to_number }) => <Phone value={to_number} /> },
  { title: 'Your number', long: true, cell: ({ from_number }) => <Phone value={from_number} /> },
  { title: 'Keyword', cell: ({ keyword }) => keyword },
  { title: 'Since', cell: ({ created_at }) => <When at={created_at} /> },
];

const REASON = { reason: text('How the recipient consented', { fault: given('Enter a reason.') }) };

function Remove({ optOut }: { optOut: OptOut }) {
  return (
    <DialogButton label="Remove" title="Remove the opt-out" compact>
      {(close) => (
        <SubmitForm
          fields={REASON}
          label="Remove the opt-out"
          color="red"
          send={(body) => trunkline.sms.optOuts.delete(optOut.id, body)}
          reloads={['messages']}
          onSent={close}
          above={
            <Text size="sm">
              Remove it only if the recipient has consented to your messages again. In many countries it is illegal to
              send messages after STOP. The reason is recorded.
            </Text>
          }
        />
      )}
    </DialogButton>
  );
}

const REMOVE: Column<OptOut> = { title: 'Action', is: 'actions', cell: (optOut) => <Remove optOut={optOut} /> };

/** Recipients that do not want messages from a number. */
export function OptOuts() {
  const mayChange = useMay()('numbers:write');
  return (
    <Page title="Opt-outs">
      <List
        label="Opt-outs"
        queryKey={['messages', 'opt-outs']}
        load={(query, options) => trunkline.sms.optOuts.list(query, options)}
        one={(id, options) => among(trunkline.sms.optOuts.list({ limit: ROWS_MAX }, options), id)}
        columns={mayChange ? [...COLUMNS, REMOVE] : COLUMNS}
        empty={
          <EmptyState
            icon={MessageSquareOff}
            text="Recipients who reply STOP are listed here. They receive no messages from that number until they reply START."
          >
            <DocsLink page="messages">About messages</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}
