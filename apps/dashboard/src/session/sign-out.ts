import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queries, selectedAccount, trunkline } from './client';

/** Signs out and opens the sign-in page, which leads back to the present page if `returns` is set. */
export function useSignOut({ returns = false } = {}) {
  const router = useRouter();
  return useMutation({
    mutationFn: () => trunkline.auth.logout(),
    onSuccess: async () => {
      const search = returns ? { to: router.state.location.href } : {};
      selectedAccount.clear();
      await router.navigate({ to: '/sign-in', search });
      // Only now, because a mounted page would load its data again.
      queries.clear();
    },
  });
}
