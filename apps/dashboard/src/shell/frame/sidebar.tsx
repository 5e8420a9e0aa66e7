import { useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronsUpDown, CircleQuestionMark, SunMoon } from 'lucide-react';
import { words } from '../../format';
import { roleIn, useAccount, useMay } from '../../session/account';
import { Mark } from '../../ui/mark';
import { Avatar } from './avatar';
import { MenuButton } from './menu-button';
import { type Entry, isUsable, placeOf, type Section, SECTIONS } from '../navigation';
import classes from './sidebar.module.css';
import { useLiveCalls } from './use-live-calls';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** A link is current on its own page, whatever the filters. */
const EXACT = { exact: true, includeSearch: false } as const;

interface Props {
  readonly id: string;
  /** Whether a phone shows the navigation, which a desk always does. */
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** Its page shows the calls that the sidebar counts: beside the group, or beside the page while the group is open. */
const LIVE = '/calls/live';

/** The mark, the account, the groups of pages, help and colours. */
export function Sidebar({ id, isOpen, close }: Props) {
  return (
    <nav id={id} className={classes['side']} data-open={isOpen || undefined} aria-label="Main">
      <Link to="/" className={classes['brand']} aria-label="Trunkline" activeOptions={EXACT} onClick={close}>
        <Mark className={classes['mark']} />
        <span className={classes['label']}>Trunkline</span>
      </Link>
      <AccountSwitch />
      <Groups onFollow={close} />
      <div className={classes['foot']}>
        <MenuButton kind="help" className={classes['link']}>
          <CircleQuestionMark {...ICON} />
          <span className={classes['label']}>Help</span>
        </MenuButton>
        <SchemeToggle />
      </div>
    </nav>
  );
}

/** Names the account, and leads to the user's others if there are any. */
function AccountSwitch() {
  const account = useAccount();
  const { name, memberships } = account;
  const content = (
    <>
      <Avatar name={name} />
      <span className={classes['account']}>
        <b dir="auto">{name}</b>
        <small>{words(roleIn(account))}</small>
      </span>
    </>
  );
  if (memberships.length < 2) return <div className={classes['switch']}>{content}</div>;
  return (
    <MenuButton kind="account" className={classes['switch']}>
      <VisuallyHidden>Account</VisuallyHidden>
      {content}
      <ChevronsUpDown size={16} strokeWidth={1.75} aria-hidden />
    </MenuButton>
  );
}

function Groups({ onFollow }: { onFollow: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const may = useMay();
  const place = placeOf(path);
  return (
    <ul className={classes['groups']}>
      {SECTIONS.map((section) => (
        <Group
          key={section.label}
          section={section}
          entries={section.entries.filter((entry) => isUsable(entry, may))}
          current={section === place?.section ? place.entry : undefined}
          onFollow={onFollow}
        />
      ))}
    </ul>
  );
}

interface GroupProps {
  readonly section: Section;
  readonly entries: readonly Entry[];
  /** The entry of the page, if it is in the group. */
  readonly current: Entry | undefined;
  readonly onFollow: () => void;
}

function Group({ section: { label, icon: Icon }, entries, current, onFollow }: GroupProps) {
  const [first] = entries;
  if (!first) return null;
  return (
    <li className={classes['group']} data-current={current !== undefined || undefined}>
      <Link to={first.to} className={classes['link']} activeOptions={EXACT} onClick={onFollow} title={label}>
        <Icon {...ICON} />
        <span className={classes['label']}>{label}</span>
        {label === 'Calls' && !current && <LiveCount />}
      </Link>
      {entries.length > 1 && (
        <ul className={classes['rail']}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <Link
                to={entry.to}
                className={classes['link']}
                activeOptions={EXACT}
                data-current={entry === current || undefined}
                onClick={onFollow}
              >
                {entry.label}
                {entry.to === LIVE && current && <LiveCount />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function LiveCount() {
  const count = useLiveCalls();
  if (count === undefined || count === '0') return null;
  return (
    <span className={classes['count']} aria-hidden>
      {count}
    </span>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme();
  return (
    <button
      type="button"
      className={classes['link']}
      onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
    >
      <SunMoon {...ICON} />
      <span className={classes['label']}>{scheme === 'dark' ? 'Light colours' : 'Dark colours'}</span>
    </button>
  );
}
