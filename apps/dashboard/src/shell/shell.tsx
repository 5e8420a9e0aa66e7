import { ActionIcon, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { CircleUser, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { format } from '../format';
import { useGoToKeys } from './go-to-keys';
import { type Section, SECTIONS } from './navigation';
import { useAccount, useMay } from '../session/account';
import { PasswordPrompt } from '../session/password-prompt';
import { SessionEnd } from '../session/session-end';
import { NavigationLink, TextLink } from '../ui/links';

const UserMenu = lazy(() => import('./user-menu'));
const GoTo = lazy(() => import('./go-to'));

const ICON = { size: 17, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Header, navigation and the page of a signed-in user. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isGoing, goTo] = useDisclosure();
  const { name, settings } = useAccount();
  const may = useMay();
  useGoToKeys(goTo.open);
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
            <ActionIcon variant="subtle" size="lg" aria-label="Go to" title="Go to (Ctrl K)" onClick={goTo.open}>
              <Search size={18} strokeWidth={1.6} aria-hidden />
            </ActionIcon>
            {may('billing:read') && <Balance />}
            <UserMenuButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" data-nav aria-label="Main" onClick={close}>
        {SECTIONS.map((section) => (
          <NavigationSection key={section.label ?? ''} section={section} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <PasswordPrompt>
          {/* A page keeps what it has formatted: a new time zone shows it anew. */}
          <Outlet key={settings.timezone} />
        </PasswordPrompt>
        <SessionEnd />
        {isGoing && (
          <Suspense>
            <GoTo close={goTo.close} />
          </Suspense>
        )}
      </AppShell.Main>
    </AppShell>
  );
}

/** The entries of a section that the user's role may use, or nothing. */
function NavigationSection({ section: { label, entries } }: { section: Section }) {
  const may = useMay();
  const usable = entries.filter(({ needs }) => !needs || may(needs));
  if (usable.length === 0) return null;
  return (
    <>
      {label && (
        <Text size="xs" c="dimmed" mt="md" mb={4} px="sm">
          {label}
        </Text>
      )}
      {usable.map(({ to, label: name, icon: Icon, isExact = false }) => (
        <NavigationLink
          key={to}
          to={to}
          label={name}
          leftSection={<Icon {...ICON} />}
          activeOptions={{ exact: isExact }}
        />
      ))}
    </>
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
      onClick={() => setOpened(true)}
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
