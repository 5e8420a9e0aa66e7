/** What was typed after Ctrl K before the page was drawn. */
export const early: { field?: HTMLInputElement | null; lastKey?: string } = {};

/** Ctrl K or ⌘ K. */
export const isSearchKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'k';

/** Puts a field for what follows Ctrl K among the lines of index.html, all of which React replaces by the page. */
export function listenEarly(root: HTMLElement): void {
  const lines = root.firstElementChild;
  window.addEventListener('keydown', (event) => {
    if (!lines?.isConnected) return;
    early.lastKey = event.key;
    if (event.key === 'Escape') {
      early.field?.remove();
      early.field = null;
    }
    if (!isSearchKey(event)) return;
    event.preventDefault();
    early.field ??= root.appendChild(document.createElement('input'));
    early.field.ariaLabel = 'Search';
    early.field.focus();
  });
}
