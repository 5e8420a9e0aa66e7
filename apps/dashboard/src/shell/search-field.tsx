import { Search } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { early, isSearchKey } from '../start/early-search';
import type { KeyTaker } from './go-to';
import { part } from '../ui/part';
import classes from './search-field.module.css';

const GoTo = part(async () => (await import('./go-to')).default);

/**
 * The search for everything. The field is always in the document, so that no key is lost that follows Ctrl K, and takes over
 * those of before it was drawn; what it finds is loaded when it is used first.
 */
export function SearchField() {
  const field = useRef<HTMLInputElement>(null);
  const places = useRef<KeyTaker>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [isEntered, setEntered] = useState(false);
  useSearchKeys(field);
  // Before the next key.
  useLayoutEffect(() => {
    if (early.field) field.current?.focus();
  }, []);
  const open = (): void => {
    setOpen(true);
    if (!early.field) return;
    setText(early.field.value);
    setEntered(early.lastKey === 'Enter');
    early.field = null;
  };
  const takeKeys = (taker: KeyTaker | null): void => {
    places.current = taker;
  };
  const close = (): void => {
    setOpen(false);
    setEntered(false);
    setText('');
    field.current?.blur();
  };
  return (
    <search className={classes['search']}>
      <Search className={classes['icon']} size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        className={classes['field']}
        type="text"
        role="combobox"
        aria-label="Name, number, page or ID"
        placeholder="Name, number, page or ID"
        title="Search (Ctrl K)"
        // Nothing found is a text, not a list.
        aria-expanded={active !== undefined}
        aria-controls={active === undefined ? undefined : 'places'}
        aria-activedescendant={active}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={open}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setEntered(false);
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          else if (!places.current?.(event) && event.key === 'Enter') setEntered(true);
        }}
      />
      <kbd className={classes['key']} aria-hidden>
        Ctrl K
      </kbd>
      {isOpen && (
        <div className={classes['found']}>
          <GoTo text={text.trim()} isEntered={isEntered} takeKeys={takeKeys} close={close} onActive={setActive} />
        </div>
      )}
    </search>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Ctrl K or ⌘ K moves to the search for everything; `/` to the search of the page, or to the former where there is none. */
function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isPalette = isSearchKey(event);
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isPalette && !isSlash) return;
      event.preventDefault();
      const ofPage = isSlash ? document.querySelector<HTMLInputElement>('main [data-search]') : null;
      const chosen = ofPage ?? field.current;
      chosen?.focus();
      chosen?.select();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field]);
}
