import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './crumb.module.css';
import { placeOf } from './navigation';

/** The path to the page of one thing: their list, then what tells it from the others. The pages of the navigation have none. */
export function Crumb({ children }: { children: ReactNode }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const entry = placeOf(path)?.entry;
  if (!entry || entry.to === path) return null;
  return (
    <nav className={classes['crumb']} aria-label="Path">
      <Link to={entry.to} activeOptions={{ exact: true }}>
        {entry.label}
      </Link>
      <span className={classes['current']} aria-current="page" dir="auto">
        {children}
      </span>
    </nav>
  );
}
