import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

/** Ctrl K or ⌘ K opens the search for everything; `/` moves to the search of the page, or opens it where there is none. */
export function useGoToKeys(open: () => void): void {
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
