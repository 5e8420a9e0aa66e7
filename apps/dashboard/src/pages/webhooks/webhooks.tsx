import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CreatedWebhook, WebhookEndpoint } from '@trunkline/client';
import { Webhook } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { SubmitForm } from '../../ui/forms/submit-form';
import { SecretOnce } from '../../ui/forms/secret-once';
import { TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { ENDPOINT } from './endpoint-fields';
import { EndpointStatus, hostOf } from './endpoint-status';

/** The webhook endpoints of the account. */
export function Webhooks() {
  const may = useMay();
  const [isOpen, dialog] = useDisclosure();
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const close = (): void => {
    dialog.close();
    setCreated(null);
  };
  const add = may('webhooks:write') && <Button onClick={dialog.open}>Add an endpoint</Button>;
  return (
    <Page title="Webhooks" actions={add} restricted={!may('webhooks:read') && 'see webhooks'}>
      {!may('webhooks:write') && (
        <Text size="sm" c="dimmed">
          Your role cannot change webhooks.
        </Text>
      )}
      <List
        label="Webhooks"
        columns={COLUMNS}
        queryKey={['webhooks']}
        load={(query, options) => trunkline.webhooks.list(query, options)}
        empty={
          <EmptyState
            icon={Webhook}
            text="A webhook sends the events of this account to your server as they happen, and retries until your server accepts them."
          >
            {add}
            <DocsLink page="webhooks-and-events">About webhooks</DocsLink>
          </EmptyState>
        }
      />
      <Dialog
        opened={isOpen}
        onClose={close}
        isKept={created !== null}
        title={created ? `Signing secret of ${hostOf(created)}` : 'Add an endpoint'}
      >
        {created ? (
          <Stack>
            <Note>
              <Text size="sm">Every request is signed with this secret. Verify it before you trust its content.</Text>
            </Note>
            <SecretOnce
              label="Signing secret"
              value={created.signing_secret}
              fileName="trunkline-webhook-secret.txt"
              onKept={close}
            />
          </Stack>
        ) : (
          <CreateEndpoint onCreated={setCreated} />
        )}
      </Dialog>
    </Page>
  );
}

const COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    title: 'URL',
    cell: ({ id, url, description }) => (
      <>
        <TextLink to="/developers/webhooks/$id" params={{ id }} className="opens" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </TextLink>
        {description && (
          <Text fz="xs" c="dimmed">
            {description}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Status', is: 'state', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
  { title: 'Events', long: true, cell: ({ event_types }) => typesText(event_types) },
  { title: 'Last success', cell: ({ last_success_at }) => <When at={last_success_at} /> },
  { title: 'Failures in a row', is: 'count', cell: ({ consecutive_failures }) => format.count(consecutive_failures) },
];

function typesText(types: readonly string[]): string {
  if (types.includes('*')) return 'All types';
  return types.length === 1 ? (types[0] ?? '') : `${format.count(types.length)} types`;
}

function CreateEndpoint({ onCreated }: { onCreated: (endpoint: CreatedWebhook) => void }) {
  return (
    <SubmitForm
      fields={ENDPOINT}
      label="Add"
      send={(body) => trunkline.webhooks.create(body)}
      reloads={['webhooks']}
      onSent={onCreated}
    />
  );
}
