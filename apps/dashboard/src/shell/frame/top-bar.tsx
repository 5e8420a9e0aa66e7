import { Link } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { format } from '../../format';
import { useAccount, useMay } from '../../session/account';
import { Mark } from '../../ui/mark';
import { StatusMark } from '../../ui/feedback/status-mark';
import { Avatar } from './avatar';
import { MenuButton } from './menu-button';
import { SearchField } from '../search-field';
import classes from './top-bar.module.css';
import { useLiveCalls } from './use-live-calls';

/** The search, and what is always of interest: calls in progress, the balance, help, the user. */
export function TopBar() {
  const may = useMay();
  const { name, user, memberships } = useAccount();
  const account = (
    <>
      <Mark className={classes['mark']} />
      <span dir="auto">{name}</span>
    </>
  );
  return (
    <header className={classes['top']}>
      {memberships.length > 1 ? (
        <MenuButton kind="account" label={`Account ${name}`} className={classes['account']}>
          {account}
        </MenuButton>
      ) : (
        <Link to="/" className={classes['account']}>
          {account}
        </Link>
      )}
      <SearchField />
      <div className={classes['end']}>
        {may('cdrs:read') && <LiveCalls />}
        {may('billing:read') && <Balance />}
        <MenuButton kind="help" label="Help" className={classes['help']}>
          <CircleQuestionMark size={18} strokeWidth={1.75} aria-hidden />
        </MenuButton>
        <MenuButton kind="user" label={`Menu of ${user?.name ?? 'the user'}`} className={classes['button']}>
          <Avatar name={user?.name ?? ''} isPerson />
        </MenuButton>
      </div>
    </header>
  );
}

function LiveCalls() {
  const count = useLiveCalls();
  if (count === undefined || count === '0') return null;
  return (
    <Link to="/calls/live" className={classes['live']}>
      <StatusMark state="live" text={`${count} live`} />
    </Link>
  );
}

function Balance() {
  const { balance } = useAccount();
  const text = format.money(balance.amount_cents, balance.currency);
  return (
    <Link to="/billing" className={classes['figure']} aria-label={`Balance ${text}`}>
      {text}
    </Link>
  );
}
