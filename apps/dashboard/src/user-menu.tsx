import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleUser } from 'lucide-react';
import { useAccount } from './session/account';
import { queries, selectedAccount, trunkline } from './session/client';

/** Accounts to switch to, colours, and sign-out. */
export default function UserMenu() {
  const { user, memberships, id } = useAccount();
  const router = useRouter();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useMutation({
    mutationFn: () => trunkline.auth.logout(),
    onSuccess: () => {
      queries.clear();
      selectedAccount.clear();
      return router.navigate({ to: '/sign-in' });
    },
  });
  const select = (accountId: string): void => {
    selectedAccount.set(accountId);
    queries.clear();
    void router.invalidate();
  };
  return (
    <Menu defaultOpened position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={`Menu of ${user?.name ?? 'the user'}`}>
          <CircleUser size={20} strokeWidth={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.email}</Menu.Label>
        {memberships
          .filter(({ account_id }) => account_id !== id)
          .map(({ account_id, name }) => (
            <Menu.Item
              key={account_id}
              onClick={() => {
                select(account_id);
              }}
            >
              Switch to {name}
            </Menu.Item>
          ))}
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            aria-current={colorScheme === scheme}
            fw={colorScheme === scheme ? 600 : 400}
            onClick={() => {
              setColorScheme(scheme);
            }}
          >
            {{ auto: 'Colours of the system', light: 'Light', dark: 'Dark' }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          onClick={() => {
            signOut.mutate();
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
