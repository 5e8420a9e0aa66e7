import { Anchor, Text } from '@mantine/core';
import { useAccount } from '../../session/account';
import { useSignOut } from '../../session/sign-out';

/** Says who is signed in, and signs out to come back as another user. */
export function SwitchUser() {
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
