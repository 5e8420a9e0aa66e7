import { Text } from '@mantine/core';
import type { OAuthGrant } from '@trunkline/client';
import { Plug } from 'lucide-react';
import { useAccount } from '../../session/account';
import { trunkline } from '../../session/client';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import type { Column } from '../../ui/tables/data-table';
import { List } from '../../ui/tables/list';
import { DocsLink } from '../../ui/docs-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Page } from '../../ui/layout/page';
import { When } from '../../ui/when';
import { SCOPES } from '../oauth/scopes';

/** The applications that act for the user. */
export function ConnectedApps() {
  const { memberships } = useAccount();
  const nameOf = (id: string): string => memberships.find(({ account_id }) => account_id === id)?.name ?? id;
  return (
    <Page title="Connected apps">
      <List
        label="Connected apps"
        columns={columnsFor(nameOf)}
        queryKey={['grants']}
        load={(query, options) => trunkline.oauthGrants.list(query, options)}
        empty={
          <EmptyState
            icon={Plug}
            text="Applications that you allow to act for you are listed here. You can disconnect them at any time."
          >
            <DocsLink page="oauth">About OAuth</DocsLink>
          </EmptyState>
        }
      />
    </Page>
  );
}

function columnsFor(nameOf: (id: string) => string): readonly Column<OAuthGrant>[] {
  return [
    {
      title: 'Application',
      cell: ({ app }) => (
        <Text span fw={550} fz="sm">
          {app.name}
        </Text>
      ),
    },
    { title: 'Account', cell: ({ account_id }) => nameOf(account_id) },
    {
      title: 'Permissions',
      long: true,
      cell: ({ scopes }) => (
        <Text fz="xs" title={scopes.join(' ')}>
          {scopes.map((scope) => SCOPES[scope]).join('; ')}
        </Text>
      ),
    },
    { title: 'Connected', optional: true, cell: ({ created_at }) => <When at={created_at} /> },
    { title: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
    { title: 'Disconnect', is: 'actions', cell: (grant) => <Disconnect grant={grant} /> },
  ];
}

function Disconnect({ grant: { id, app } }: { grant: OAuthGrant }) {
  return (
    <ConfirmButton
      compact
      label="Disconnect"
      title={`Disconnect ${app.name}`}
      text={`${app.name} loses access at once, in every account that you connected it to. To use it again, reconnect it.`}
      action={() => trunkline.oauthGrants.revoke(id)}
      reloads={['grants']}
    />
  );
}
