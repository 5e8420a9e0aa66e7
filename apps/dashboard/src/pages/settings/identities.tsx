import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { trunkline } from '../../session/client';
import { usePasswordPrompt } from '../../session/password-prompt';
import { ConfirmButton } from '../../ui/dialogs/confirm-button';
import { Panel } from '../../ui/layout/panel';

const RETURN_TO = '/settings/security';

/** The identity providers that sign the user in. Absent where none is configured. */
export function Identities() {
  const withPassword = usePasswordPrompt();
  const { data: providers } = useQuery({
    queryKey: ['identity-providers'],
    queryFn: ({ signal }) => trunkline.auth.identityProviders.list({ signal }),
    staleTime: Infinity,
  });
  const { data: identities } = useQuery({
    queryKey: ['identities'],
    queryFn: async ({ signal }) => trunkline.auth.identities.list({}, { signal }),
  });
  if (!providers || providers.items.length === 0) return null;
  const query = new URLSearchParams({ mode: 'link', return_to: RETURN_TO }).toString();
  return (
    <Panel title="Identity providers">
      <Stack gap="sm">
        {providers.items.map(({ provider, display_name }) => {
          const linked = identities?.items.find((each) => each.provider === provider);
          return (
            <Group key={provider} justify="space-between">
              <Text size="sm">
                {display_name}
                {linked?.email ? `: ${linked.email}` : ''}
              </Text>
              {linked ? (
                <ConfirmButton
                  compact
                  label="Unlink"
                  title={`Unlink ${display_name}`}
                  text={`You can no longer sign in with ${display_name}.`}
                  action={() => withPassword((password) => trunkline.auth.identities.unlink(linked.id, { password }))}
                  reloads={['identities']}
                />
              ) : (
                <Button
                  component="a"
                  size="compact-sm"
                  variant="default"
                  // The API links only for a page of its own, and the pages' policy is to send no referrer.
                  referrerPolicy="origin"
                  href={`/v1/auth/idp/${provider}/start?${query}`}
                >
                  Link
                </Button>
              )}
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}
