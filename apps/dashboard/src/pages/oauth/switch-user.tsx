import { Anchor, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useAccount } from '../../session/account';
import { queries, selectedAccount, trunkline } from '../../session/client';

/** Says who is signed in, and signs out to come back as another user. */
export function SwitchUser() {
  const { user } = useAccount();
  const router = useRouter();
  const signOut = useMutation({
    mutationFn: () => trunkline.auth.logout(),
    onSuccess: async () => {
      const to = router.state.location.href;
      selectedAccount.clear();
      await router.navigate({ to: '/sign-in', search: { to } });
      queries.clear();
    },
  });
  return (
    <Text size="xs" c="dimmed" ta="center">
      Signed in as {user?.email}.{' '}
      <Anchor
        component="button"
        type="button"
        size="xs"
        onClick={() => {
          signOut.mutate();
        }}
      >
        Use another user
      </Anchor>
    </Text>
  );
}
