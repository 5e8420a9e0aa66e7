import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OAuthApp } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { refresh } from '../../session/refresh';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Dialog } from '../../ui/dialogs/dialog';
import { Facts } from '../../ui/layout/facts';
import { CopyField } from '../../ui/forms/copy-field';
import { EditForm } from '../../ui/forms/edit-form';
import { SecretOnce } from '../../ui/forms/secret-once';
import { Loaded } from '../../ui/feedback/loaded';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { When } from '../../ui/when';
import { APP, AppStatus } from './app-fields';

const route = getRouteApi('/signed-in/developers/oauth-apps/$id');

export function OAuthAppPage() {
  const { id } = route.useParams();
  const query = useQuery({
    queryKey: ['apps', id],
    queryFn: ({ signal }) => trunkline.oauthApps.get(id, { signal }),
  });
  const { data } = query;
  const isWritable = useMay()('oauth:apps') && data?.status === 'active';
  return (
    <Page title={data?.name ?? 'OAuth app'} actions={data && isWritable && <Actions app={data} />} narrow>
      <Loaded query={query} title="The application could not be loaded">
        {(app) => <Details app={app} isWritable={isWritable} />}
      </Loaded>
    </Page>
  );
}

function Details({ app, isWritable }: { app: OAuthApp; isWritable: boolean }) {
  return (
    <>
      <Panel>
        <Stack>
          <CopyField label="Client ID" value={app.client_id} />
          <Facts
            items={[
              ['Status', <AppStatus key="status" status={app.status} />],
              ['Client secret', `ends with ${app.secret_last4}`],
              ['Secret rotated', <When exact key="rotated" at={app.secret_rotated_at} />],
              ['Connected users', format.count(app.authorized_user_count)],
              ['Registered', <When exact key="created" at={app.created_at} />],
              ['Last change', <When exact key="updated" at={app.updated_at} />],
            ]}
          />
        </Stack>
      </Panel>
      <Panel title="Settings">
        <Settings app={app} isReadOnly={!isWritable} />
      </Panel>
    </>
  );
}

function Settings({ app, isReadOnly }: { app: OAuthApp; isReadOnly: boolean }) {
  const withPassword = usePasswordPrompt();
  return (
    <EditForm
      fields={APP}
      row={app}
      save={(changes, options) =>
        withPassword((password) => trunkline.oauthApps.update(app.id, { ...changes, password }, options))
      }
      load={() => trunkline.oauthApps.get(app.id)}
      reloads={['apps']}
      readOnly={isReadOnly}
    />
  );
}

function Actions({ app: { id, name } }: { app: OAuthApp }) {
  const withPassword = usePasswordPrompt();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async (): Promise<void> => {
    const rotated = await withPassword((password) => trunkline.oauthApps.rotateSecret(id, { password }));
    await refresh('apps');
    setSecret(rotated.client_secret);
  };
  const close = (): void => setSecret(null);
  return (
    <>
      <ConfirmButton
        label="Rotate the secret"
        title={`Rotate the secret of ${name}`}
        text="The current secret stops working at once. Update your application with the new one right away."
        action={rotate}
      />
      <ConfirmButton
        label="Disable"
        title={`Disable ${name}`}
        text="All users are disconnected at once. The application cannot be enabled again."
        typed={name}
        action={() => withPassword((password) => trunkline.oauthApps.disable(id, { password }))}
        reloads={['apps']}
      />
      <Dialog opened={secret !== null} onClose={close} isKept title={`New secret of ${name}`}>
        {secret !== null && (
          <SecretOnce label="Client secret" value={secret} fileName="trunkline-client-secret.txt" onKept={close} />
        )}
      </Dialog>
    </>
  );
}
