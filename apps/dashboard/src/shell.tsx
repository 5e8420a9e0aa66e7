import { ActionIcon, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import {
  CircleUser,
  Hash,
  House,
  KeyRound,
  type LucideIcon,
  PhoneCall,
  ReceiptText,
  Search,
  ShieldCheck,
  User,
  Users,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { format } from './format';
import { useAccount, useMay } from './session/account';
import { PasswordPrompt } from './session/password-prompt';
import type { Permission } from './session/permissions';
import { NavigationLink, TextLink } from './ui/links';

const UserMenu = lazy(() => import('./user-menu'));

interface Item {
  readonly to: '/' | '/numbers' | '/numbers/buy' | '/calls' | '/billing' | '/developers/keys';
  readonly label: string;
  readonly icon: LucideIcon;
  readonly needs?: Permission;
}

const ITEMS: readonly Item[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/numbers', label: 'Numbers', icon: Hash, needs: 'numbers:read' },
  { to: '/numbers/buy', label: 'Get numbers', icon: Search, needs: 'numbers:write' },
  { to: '/calls', label: 'Calls', icon: PhoneCall, needs: 'cdrs:read' },
  { to: '/billing', label: 'Billing', icon: ReceiptText, needs: 'billing:read' },
  { to: '/developers/keys', label: 'API keys', icon: KeyRound, needs: 'api_keys:read' },
];

const SETTINGS = [
  { to: '/settings/members', label: 'Members', icon: Users, needs: 'members:read' },
  { to: '/settings/security', label: 'Security', icon: ShieldCheck },
  { to: '/settings/profile', label: 'Profile', icon: User },
] as const;

const ICON = { size: 17, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Header, navigation and the page of a signed-in user. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { name } = useAccount();
  const may = useMay();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <a className="skip" href="#main">
        Skip to content
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Text fw={650}>Trunkline</Text>
            <Text c="dimmed" size="sm" truncate>
              {name}
            </Text>
          </Group>
          <Group gap="sm" wrap="nowrap">
            {may('billing:read') && <Balance />}
            <UserMenuButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" data-nav aria-label="Main" onClick={close}>
        {ITEMS.filter(({ needs }) => !needs || may(needs)).map(({ to, label, icon: Icon }) => (
          <NavigationLink
            key={to}
            to={to}
            label={label}
            leftSection={<Icon {...ICON} />}
            activeOptions={{ exact: to === '/' || to === '/numbers' }}
          />
        ))}
        <Text size="xs" c="dimmed" mt="md" mb={4} px="sm">
          Settings
        </Text>
        {SETTINGS.filter((item) => !('needs' in item) || may(item.needs)).map(({ to, label, icon: Icon }) => (
          <NavigationLink key={to} to={to} label={label} leftSection={<Icon {...ICON} />} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <PasswordPrompt>
          <Outlet />
        </PasswordPrompt>
      </AppShell.Main>
    </AppShell>
  );
}

function Balance() {
  const { balance } = useAccount();
  const text = format.money(balance.amount_cents, balance.currency);
  return (
    <TextLink to="/billing" size="sm" className="figures whole" aria-label={`Balance ${text}`}>
      {text}
    </TextLink>
  );
}

/** The menu is loaded when it is opened first, because its list is heavier than a page. */
function UserMenuButton() {
  const [isOpened, setOpened] = useState(false);
  const { user } = useAccount();
  const button = (
    <ActionIcon
      variant="subtle"
      size="lg"
      aria-label={`Menu of ${user?.name ?? 'the user'}`}
      aria-haspopup="menu"
      onClick={() => {
        setOpened(true);
      }}
    >
      <CircleUser size={20} strokeWidth={1.6} aria-hidden />
    </ActionIcon>
  );
  if (!isOpened) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  );
}
