import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { CircleUser } from 'lucide-react';
import { useAccount } from '../session/account';
import { openAccount } from '../session/client';
import { useSignOut } from '../session/sign-out';

/** Accounts to switch to, colours, and sign-out. */
export default function UserMenu() {
  const { user, memberships, id } = useAccount();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
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
            <Menu.Item key={account_id} onClick={() => openAccount(account_id)}>
              Switch to {name}
            </Menu.Item>
          ))}
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            aria-current={colorScheme === scheme}
            fw={colorScheme === scheme ? 600 : 400}
            onClick={() => setColorScheme(scheme)}
          >
            {{ auto: 'System theme', light: 'Light', dark: 'Dark' }[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
