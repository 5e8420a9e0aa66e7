import { Button, Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { browserZone } from '../../format/time-zone';
import { trunkline } from '../../session/client';
import { Note } from '../../ui/feedback/note';

const ERRORS: Readonly<Record<string, string>> = {
  idp_denied: 'You cancelled the sign-in at the provider.',
  idp_email_unverified: 'The provider has not verified your email address.',
  link_required: 'A user with this email address already exists. Verify the address, sign in and link the provider.',
  fraud_blocked: 'The sign-in was blocked. Contact support.',
  account_closed: 'The account of this user is closed.',
  identity_in_use: 'This identity is linked to another user.',
};

/** Why the sign-in at a provider failed, from the address that it redirected to. */
export function ProviderError({ code }: { code: string | undefined }) {
  if (code === undefined) return null;
  return (
    <Note state="bad" role="alert">
      {ERRORS[code] ?? 'The sign-in at the provider failed. Try again.'}
    </Note>
  );
}

/** The identity providers that are configured, if any. */
export function Providers({ mode, to }: { mode: 'login' | 'signup'; to?: string | undefined }) {
  const { data } = useQuery({
    queryKey: ['identity-providers'],
    queryFn: ({ signal }) => trunkline.auth.identityProviders.list({ signal }),
    staleTime: Infinity,
  });
  if (!data || data.items.length === 0) return null;
  const query = new URLSearchParams({ mode, return_to: to ?? '/', timezone: browserZone() }).toString();
  return (
    <Stack gap="xs">
      {/* The form to sign in ends with another way already. */}
      {mode === 'signup' && <Divider label="or" />}
      {data.items.map(({ provider, display_name }) => (
        <Button key={provider} component="a" variant="default" href={`/v1/auth/idp/${provider}/start?${query}`}>
          Continue with {display_name}
        </Button>
      ))}
    </Stack>
  );
}
