/** Where the dashboard keeps the colour scheme that the user chose. */
const STORED = 'mantine-color-scheme-value';
const DARK = window.matchMedia('(prefers-color-scheme: dark)');

const chosen = (): string | null => {
  const value = localStorage.getItem(STORED);
  return value === 'light' || value === 'dark' ? value : null;
};
const current = (): string => chosen() ?? (DARK.matches ? 'dark' : 'light');

/** Applies the scheme that was chosen here or in the dashboard, else that of the system. Runs before the page is drawn. */
export function applyScheme(): void {
  document.documentElement.dataset['mantineColorScheme'] = current();
  DARK.addEventListener('change', () => {
    document.documentElement.dataset['mantineColorScheme'] = current();
  });
}

/** Lets a button change the scheme. */
export function switchScheme(button: HTMLButtonElement): void {
  const show = (): void => {
    button.textContent = current() === 'dark' ? 'Light' : 'Dark';
    button.setAttribute('aria-label', current() === 'dark' ? 'Use light colours' : 'Use dark colours');
  };
  show();
  button.hidden = false;
  DARK.addEventListener('change', show);
  button.addEventListener('click', () => {
    localStorage.setItem(STORED, current() === 'dark' ? 'light' : 'dark');
    document.documentElement.dataset['mantineColorScheme'] = current();
    show();
  });
}
