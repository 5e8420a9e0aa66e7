import { Menu, TextInput, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Cable, CodeXml, Keyboard, LogOut, Monitor, Moon, Route, Sun, User } from 'lucide-react';
import { type ReactElement, type RefObject, useEffect, useState } from 'react';
import { words } from '../../format';
import { useAccount } from '../../session/account';
import { openAccount } from '../../session/client';
import { firstSteps } from '../../session/first-steps';
import { useSignOut } from '../../session/sign-out';
import { ServiceState } from '../../ui/feedback/service-state';

export type MenuKind = 'account' | 'help' | 'user';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** More accounts than can be taken in at a glance have a search. */
const SEARCHED_FROM = 9;

const MENUS = {
  account: { content: <Accounts />, position: 'bottom-start', width: 248 },
  help: { content: <Help />, position: 'bottom-end', width: 232 },
  user: { content: <You />, position: 'bottom-end', width: 232 },
} as const;

interface Props {
  readonly kind: MenuKind;
  readonly target: ReactElement;
  /** The element of the target. */
  readonly button: RefObject<HTMLElement | null>;
}

/** The menus of the frame. Each opens when it is loaded, because its button was pressed before. */
export default function Menus({ kind, target, button }: Props) {
  const { content, position, width } = MENUS[kind];
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The button has lost the focus, which the menu returns to where it was.
    const frame = requestAnimationFrame(() => {
      button.current?.focus();
      setOpen(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [button]);
  return (
    <Menu opened={isOpen} onChange={setOpen} position={position} width={width}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>{content}</Menu.Dropdown>
    </Menu>
  );
}

/** The accounts of the user, to switch between. */
function Accounts() {
  const { memberships, id } = useAccount();
  const [text, setText] = useState('');
  const found = memberships.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <>
      {memberships.length >= SEARCHED_FROM && (
        <TextInput
          aria-label="Search your accounts"
          placeholder="Search"
          mb="xs"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.map(({ account_id, name, role }) => (
        <Menu.Item
          key={account_id}
          aria-current={account_id === id}
          aria-label={account_id === id ? `${name}, open now` : `Switch to ${name}`}
          fw={account_id === id ? 600 : 450}
          rightSection={words(role)}
          onClick={() => openAccount(account_id)}
        >
          <bdi>{name}</bdi>
        </Menu.Item>
      ))}
    </>
  );
}

const GUIDES = [
  ['/docs', 'Guides', BookOpen],
  ['/docs/guides/connect-a-pbx', 'Connect your PBX', Cable],
  ['/docs/api', 'API reference', CodeXml],
] as const;

function Help() {
  const { id } = useAccount();
  return (
    <>
      {GUIDES.map(([href, label, Icon]) => (
        <Menu.Item key={href} component="a" href={href} target="_blank" rel="noopener" leftSection={<Icon {...ICON} />}>
          {label}
        </Menu.Item>
      ))}
      {firstSteps.areHidden(id) && (
        <Menu.Item
          leftSection={<Route {...ICON} />}
          onClick={() => {
            firstSteps.show(id);
            openAccount(id);
          }}
        >
          Show the first steps
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Label>
        <ServiceState />
      </Menu.Label>
      <Menu.Label>
        <Keyboard {...ICON} /> Ctrl K searches everything, / searches the page.
      </Menu.Label>
    </>
  );
}

const SCHEMES = [
  ['auto', 'System theme', Monitor],
  ['light', 'Light', Sun],
  ['dark', 'Dark', Moon],
] as const;

/** The user, colours, and sign-out. */
function You() {
  const { user } = useAccount();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const signOut = useSignOut();
  return (
    <>
      <Menu.Label>{user?.email}</Menu.Label>
      <Menu.Item leftSection={<User {...ICON} />} onClick={() => void navigate({ to: '/settings/profile' })}>
        Your profile
      </Menu.Item>
      <Menu.Divider />
      {SCHEMES.map(([scheme, label, Icon]) => (
        <Menu.Item
          key={scheme}
          aria-current={colorScheme === scheme}
          fw={colorScheme === scheme ? 600 : 450}
          leftSection={<Icon {...ICON} />}
          onClick={() => setColorScheme(scheme)}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<LogOut {...ICON} />} onClick={() => signOut.mutate()}>
        Sign out
      </Menu.Item>
    </>
  );
}
