import { ActionIcon, AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { CircleUser, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { format } from '../format';
import { useAccount, useMay } from '../session/account';
import { onSessionEnd, queries } from '../session/client';
import { PasswordPrompt } from '../session/password-prompt';
import { NavigationLink, TextLink } from '../ui/links';
import { type Section, SECTIONS } from './navigation';

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
          activeOptions={{ exact: isExact, includeSearch: false }}
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

const SignInAgain = lazy(() => import('../session/sign-in-again'));

/** Lets the user sign in again in place when the session ends, so that the page keeps what was entered. */
function SessionEnd() {
  const [ended, setEnded] = useState<'session' | 'second-factor' | null>(null);
  useEffect(() => onSessionEnd((isPartial) => setEnded((now) => now ?? (isPartial ? 'second-factor' : 'session'))), []);
  if (ended === null) return null;
  const resume = (): void => {
    setEnded(null);
    void queries.invalidateQueries();
  };
  return (
    <Suspense>
      <SignInAgain isPartial={ended === 'second-factor'} resume={resume} />
    </Suspense>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Ctrl K or ⌘ K opens the search for everything; `/` moves to the search of the page, or opens it where there is none. */
function useGoToKeys(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isPalette && !isSlash) return;
      event.preventDefault();
      const search = isSlash ? document.querySelector<HTMLElement>('main [data-search]') : null;
      if (search) search.focus();
      else open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
}
