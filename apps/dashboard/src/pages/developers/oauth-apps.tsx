import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OAuthApp, RegisteredOAuthApp } from '@trunkline/client';
import { AppWindow } from 'lucide-react';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { Dialog } from '../../ui/dialogs/dialog';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { CopyField } from '../../ui/forms/copy-field';
import { SecretOnce } from '../../ui/forms/secret-once';
import { SubmitForm } from '../../ui/forms/submit-form';
import { Id } from '../../ui/id';
import { TextLink } from '../../ui/links';
import { Page } from '../../ui/layout/page';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { When } from '../../ui/when';
import { APP, AppStatus } from './app-fields';

/** The OAuth applications that the account has registered. */
export function OAuthApps() {
  const [isOpen, dialog] = useDisclosure();
  const [registered, setRegistered] = useState<RegisteredOAuthApp | null>(null);
  const close = (): void => {
    dialog.close();
    setRegistered(null);
  };
  const isWritable = useMay()('oauth:apps');
  const open = <Button onClick={dialog.open}>Register an application</Button>;
  return (
    <Page title="OAuth apps" actions={isWritable && open}>
      <List
        label="OAuth apps"
        columns={COLUMNS}
        queryKey={['apps']}
        load={(query, options) => trunkline.oauthApps.list(query, options)}
        empty={
          <EmptyState
            icon={AppWindow}
            text="With OAuth, users of other accounts can let your application act for them, without giving it a key."
          >
            <DocsLink page="oauth">About OAuth</DocsLink>
          </EmptyState>
        }
      />
      <Dialog
        opened={isOpen}
        onClose={close}
        isKept={registered !== null}
        title={registered ? `Credentials of ${registered.name}` : 'Register an application'}
      >
        {registered ? (
          <Stack>
            <CopyField label="Client ID" value={registered.client_id} />
            <SecretOnce
              label="Client secret"
              value={registered.client_secret}
              fileName="trunkline-client-secret.txt"
              onKept={close}
            />
          </Stack>
        ) : (
          <RegisterApp onRegistered={setRegistered} />
        )}
      </Dialog>
    </Page>
  );
}

const COLUMNS: readonly Column<OAuthApp>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <TextLink to="/developers/oauth-apps/$id" params={{ id }} className="opens">
        {name}
      </TextLink>
    ),
  },
  { title: 'Client ID', cell: ({ client_id }) => <Id value={client_id} /> },
  { title: 'Status', is: 'state', cell: ({ status }) => <AppStatus status={status} /> },
  { title: 'Created', optional: true, cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Users', is: 'count', cell: ({ authorized_user_count }) => format.count(authorized_user_count) },
];

function RegisterApp({ onRegistered }: { onRegistered: (app: RegisteredOAuthApp) => void }) {
  const withPassword = usePasswordPrompt();
  return (
    <SubmitForm
      fields={APP}
      label="Register"
      send={(body) => withPassword((password) => trunkline.oauthApps.create({ ...body, password }))}
      reloads={['apps']}
      onSent={onRegistered}
    />
  );
}
