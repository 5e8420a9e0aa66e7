import { Link, useLocation } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useMay } from '../../session/account';
import classes from './bottom-bar.module.css';
import { isUsable, placeOf, SECTIONS } from '../navigation';

const ICON = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const EXACT = { exact: true, includeSearch: false } as const;
const SHOWN = SECTIONS.filter(({ label }) => ['Home', 'Numbers', 'Calls', 'Billing'].includes(label));

interface Props {
  /** The element that "More" opens. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
}

/** The navigation of a phone: four groups, and the whole of it behind "More". */
export function BottomBar({ controls, isOpen, toggle, close }: Props) {
  const may = useMay();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const current = placeOf(path)?.section;
  return (
    <nav className={classes['bar']} aria-label="Shortcuts">
      {SHOWN.map((section) => {
        const first = section.entries.find((entry) => isUsable(entry, may));
        if (!first) return null;
        const { icon: Icon, label } = section;
        return (
          <Link
            key={label}
            to={first.to}
            className={classes['item']}
            data-current={(section === current && !isOpen) || undefined}
            activeOptions={EXACT}
            onClick={close}
          >
            <Icon {...ICON} />
            {label}
          </Link>
        );
      })}
      <button
        type="button"
        className={classes['item']}
        data-current={isOpen || undefined}
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={toggle}
      >
        <Ellipsis {...ICON} />
        More
      </button>
    </nav>
  );
}
