import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKeySummary, CreatedApiKey } from '@trunkline/client';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import type { Column } from '../../ui/tables/data-table';
import { found } from '../../ui/one-row/by-id';
import { List } from '../../ui/tables/list';
import { Dialog } from '../../ui/dialogs/dialog';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/layout/page';
import { SecretOnce } from '../../ui/forms/secret-once';
import { StatusMark } from '../../ui/feedback/status-mark';
import { When } from '../../ui/when';
import { CreateKey, EditKey } from './key-forms';

const STATES = { active: 'ok', revoked: 'idle', expired: 'idle' } as const;

export function Keys() {
  const may = useMay();
  const [isOpen, dialog] = useDisclosure();
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const close = (): void => {
    dialog.close();
    setCreated(null);
  };
  const show = (key: CreatedApiKey): void => {
    setCreated(key);
    dialog.open();
  };
  const create = may('api_keys:write') && <Button onClick={dialog.open}>Create a key</Button>;
  return (
    <Page title="API keys" actions={create}>
      <List
        label="API keys"
        columns={columnsFor(may('api_keys:write'), show)}
        queryKey={['keys']}
        load={(query, options) => trunkline.apiKeys.list(query, options)}
        one={(id, options) => found(trunkline.apiKeys.get(id, options))}
        empty={
          <EmptyState icon={KeyRound} text="Programs use API keys to call the API for this account.">
            {create}
            <DocsLink page="api-keys">About API keys</DocsLink>
          </EmptyState>
        }
      />
      <Dialog
        opened={isOpen}
        onClose={close}
        isKept={created !== null}
        title={created ? `The key ${created.name}` : 'Create an API key'}
      >
        {created ? (
          <SecretOnce label="API key" value={created.key} fileName="trunkline-api-key.txt" onKept={close} />
        ) : (
          <CreateKey onCreated={setCreated} />
        )}
      </Dialog>
    </Page>
  );
}

function columnsFor(isWritable: boolean, show: (key: CreatedApiKey) => void): readonly Column<ApiKeySummary>[] {
  return [
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Key', cell: ({ prefix_display }) => <code>{prefix_display}</code> },
    { title: 'Scopes', long: true, cell: ({ scopes }) => (scopes.includes('*') ? 'All' : scopes.join(', ')) },
    {
      title: 'Allowed from',
      optional: true,
      cell: ({ allowed_cidrs }) => (allowed_cidrs.length === 0 ? 'Anywhere' : allowed_cidrs.join(', ')),
    },
    { title: 'Status', is: 'state', cell: ({ status }) => <StatusMark state={STATES[status]} text={words(status)} /> },
    { title: 'Created', optional: true, cell: ({ created_at }) => <When at={created_at} /> },
    { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
    { title: 'Expires', cell: ({ expires_at }) => <When at={expires_at} /> },
    {
      title: 'Actions',
      is: 'actions',
      cell: (key) => (isWritable && key.status === 'active' ? <Actions apiKey={key} show={show} /> : null),
    },
  ];
}

function Actions({ apiKey, show }: { apiKey: ApiKeySummary; show: (key: CreatedApiKey) => void }) {
  const withPassword = usePasswordPrompt();
  const { id, name } = apiKey;
  const rotate = async (): Promise<void> => {
    const key = await withPassword((password) => trunkline.apiKeys.rotate(id, { password }));
    await refresh('keys');
    show(key);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <EditKey apiKey={apiKey} />
      <ConfirmButton
        compact
        label="Rotate"
        title={`Rotate ${name}`}
        text="A new key is created. The old one works for one more day."
        action={rotate}
      />
      <ConfirmButton
        compact
        label="Revoke"
        title={`Revoke ${name}`}
        text="Requests with this key are rejected at once. This cannot be undone."
        action={() => trunkline.apiKeys.revoke(id)}
        reloads={['keys']}
      />
    </Group>
  );
}
