import { Link, useLocation } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import classes from './crumb.module.css';
import { placeOf } from './navigation';

/** Leads from the page of one thing back to their list. The pages of the navigation have none. */
export function Crumb() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const entry = placeOf(path)?.entry;
  if (!entry || entry.to === path) return null;
  return (
    <nav className={classes['crumb']} aria-label="Back">
      <Link to={entry.to} activeOptions={{ exact: true }}>
        <ChevronLeft size={14} strokeWidth={1.75} aria-hidden />
        {entry.label}
      </Link>
    </nav>
  );
}
