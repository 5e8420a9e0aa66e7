import { Bookmark } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { Texts } from '../../router/search';
import { Popover } from '../dialogs/popover';
import classes from './saved-views.module.css';

const ViewList = lazy(() => import('./view-list'));

/** A button that opens the saved views of a list. They are loaded when it is opened first. */
export function SavedViews({ list, search }: { list: string; search: Texts<string> }) {
  return (
    <Popover
      className={classes['button']}
      label={
        <>
          <Bookmark size={15} strokeWidth={1.75} aria-hidden /> Views
        </>
      }
    >
      <Suspense>
        <ViewList list={list} search={search} />
      </Suspense>
    </Popover>
  );
}
