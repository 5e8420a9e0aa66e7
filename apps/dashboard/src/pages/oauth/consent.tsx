import { Anchor, Button, Center, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Consent, type ConsentAccount, isTrunklineError, type OAuthScope } from '@trunkline/client';
import { useState } from 'react';
import { words } from '../../format';
import { useAccount } from '../../session/account';
import { trunkline } from '../../session/client';
import { useSignOut } from '../../session/sign-out';
import { Choice } from '../../ui/forms/choice';
import { Loaded } from '../../ui/feedback/loaded';
import { Note } from '../../ui/feedback/note';
import { Problem } from '../../ui/feedback/problem';
import { Entry } from '../sign-in/entry';
import { ConsentScopes } from './consent-scopes';
import { initialsOf } from '../../format/initials';
import { grantedOf } from './scopes';

const route = getRouteApi('/oauth-consent');

/** Asks the user whether an application may act for an account, and what it may do. */
export function ConsentPage() {
  const { request_id: requestId = '' } = route.useSearch();
  const query = useQuery({
    queryKey: ['consent', requestId],
    queryFn: ({ signal }) => trunkline.oauth.consent.get(requestId, { signal }),
    staleTime: Infinity,
    enabled: requestId !== '',
  });
  if (requestId === '' || isTrunklineError(query.error, 'consent_expired', 'not_found', 'invalid_input'))
    return <Expired />;
  if (query.data) return <Ask requestId={requestId} consent={query.data} />;
  return (
    <Entry title="Connect an application">
      <Loaded query={query} height={260}>
        {() => null}
      </Loaded>
    </Entry>
  );
}

function Expired() {
  return (
    <Entry title="This request has expired">
      <Text size="sm">
        A request to connect an application works once and expires after 15 minutes. Go back to the application and
        start again.
      </Text>
    </Entry>
  );
}

function Ask({ requestId, consent }: { requestId: string; consent: Consent }) {
  const { app, accounts, requested_scopes, redirect_uri } = consent;
  const current = useAccount().id;
  const [accountId, setAccountId] = useState(accounts.some(({ account_id }) => account_id === current) ? current : '');
  const account = accounts.find(({ account_id }) => account_id === accountId) ?? accounts[0];
  const [declined, setDeclined] = useState<ReadonlySet<OAuthScope>>(new Set());
  const granted = grantedOf(requested_scopes, account?.grantable_scopes ?? [], declined);
  const decide = useMutation({
    mutationFn: (decision: 'approve' | 'deny') =>
      trunkline.oauth.consent.decide(requestId, {
        decision,
        ...(decision === 'approve' && account && { scopes: [...granted], account_id: account.account_id }),
      }),
    // The page stays busy until the browser has left it.
    onSuccess: async ({ redirect_to }) => {
      window.location.assign(redirect_to);
      await new Promise(() => undefined);
    },
  });
  if (isTrunklineError(decide.error, 'consent_expired')) return <Expired />;
  const deciding = decide.isPending ? decide.variables : null;
  return (
    <Entry title={`Connect ${app.name}?`} text={app.description}>
      <Group gap="sm">
        <Monogram name={app.name} />
        <Homepage url={app.homepage_url} />
      </Group>
      <Accounts accounts={accounts} account={account} select={setAccountId} />
      {account && (
        <ConsentScopes requested={requested_scopes} account={account} declined={declined} onChange={setDeclined} />
      )}
      <Text size="sm" c="dimmed">
        You go back to <b>{placeOf(redirect_uri)}</b>. You can disconnect {app.name} at any time in the settings.
      </Text>
      <Problem error={decide.error} />
      <Group grow>
        <Button
          variant="default"
          loading={deciding === 'deny'}
          disabled={deciding === 'approve'}
          onClick={() => decide.mutate('deny')}
        >
          Cancel
        </Button>
        <Button
          loading={deciding === 'approve'}
          disabled={granted.length === 0 || deciding === 'deny'}
          onClick={() => decide.mutate('approve')}
        >
          Allow
        </Button>
      </Group>
      <SwitchUser />
    </Entry>
  );
}

/** The host that the browser returns to, or the scheme of a native application. */
function placeOf(uri: string): string {
  const { host, protocol } = new URL(uri);
  return host === '' ? `${protocol.slice(0, -1)} on this device` : host;
}

function Homepage({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
      {new URL(url).host}
    </Anchor>
  );
}

interface AccountsProps {
  readonly accounts: readonly ConsentAccount[];
  readonly account: ConsentAccount | undefined;
  readonly select: (id: string) => void;
}

function Accounts({ accounts, account, select }: AccountsProps) {
  if (!account) {
    return <Note state="warn">You have no active account that the application could use.</Note>;
  }
  if (accounts.length === 1) {
    return (
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          Account
        </Text>
        <Text size="sm">
          {account.name}, as {words(account.role).toLowerCase()}
        </Text>
      </Stack>
    );
  }
  return (
    <Choice
      label="Account"
      data={accounts.map(({ account_id, name, role }) => ({
        value: account_id,
        label: `${name}, as ${words(role).toLowerCase()}`,
      }))}
      value={account.account_id}
      onChoose={(id) => select(id ?? '')}
    />
  );
}

/** Stands for the logo of an application, which the dashboard does not load. See docs/oauth.md#logos. */
function Monogram({ name }: { name: string }) {
  return (
    <Center w={44} h={44} fw={600} c="var(--accent-text)" bg="var(--accent-tint-2)" bdrs="md" aria-hidden>
      {initialsOf(name)}
    </Center>
  );
}

/** Says who is signed in, and signs out to come back as another user. */
function SwitchUser() {
  const { user } = useAccount();
  const signOut = useSignOut({ returns: true });
  return (
    <Text size="xs" c="dimmed" ta="center">
      Signed in as {user?.email}.{' '}
      <Anchor component="button" type="button" size="xs" onClick={() => signOut.mutate()}>
        Sign in as another user
      </Anchor>
    </Text>
  );
}
