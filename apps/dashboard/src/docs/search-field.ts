import { find, type Found, type SearchIndex } from './find';

let loading: Promise<SearchIndex> | undefined;

/** Loads the index once, and again if that has failed. */
function loadIndex(): Promise<SearchIndex> {
  loading ??= fetch('/docs/search.json')
    .then(async (response) => {
      if (!response.ok) throw new Error(`The search answered ${String(response.status)}.`);
      return (await response.json()) as SearchIndex;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The search of the documentation: a combobox, as the one of the dashboard. A slash or Ctrl K moves to it. */
export class SearchField {
  private options: HTMLAnchorElement[] = [];
  private active = -1;

  constructor(
    private readonly input: HTMLInputElement,
    private readonly list: HTMLElement,
  ) {
    input.addEventListener('focus', () => void this.search());
    input.addEventListener('input', () => void this.search());
    input.addEventListener('keydown', (event) => this.onKey(event));
    input.addEventListener('blur', () => this.close());
    // The pointer would take the focus, and the list with it.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => this.onShortcut(event));
  }

  private async search(): Promise<void> {
    const text = this.input.value.trim();
    if (text === '') {
      void loadIndex().catch(() => undefined);
      this.close();
      return;
    }
    try {
      const index = await loadIndex();
      if (text === this.input.value.trim()) this.show(find(index, text));
    } catch {
      this.say('The search could not be loaded. Type again to retry.');
    }
  }

  private show(found: readonly Found[]): void {
    if (found.length === 0) {
      this.say('Nothing found.');
      return;
    }
    this.options = found.map(optionOf);
    this.list.replaceChildren(...this.options);
    this.input.setAttribute('aria-expanded', 'true');
    this.select(0);
  }

  private say(text: string): void {
    const note = document.createElement('p');
    note.setAttribute('role', 'option');
    note.setAttribute('aria-disabled', 'true');
    note.textContent = text;
    this.options = [];
    this.select(-1);
    this.list.replaceChildren(note);
    this.input.setAttribute('aria-expanded', 'true');
  }

  private close(): void {
    this.options = [];
    this.list.replaceChildren();
    this.select(-1);
    this.input.setAttribute('aria-expanded', 'false');
  }

  private select(index: number): void {
    this.active = index;
    for (const [place, option] of this.options.entries()) option.setAttribute('aria-selected', String(place === index));
    const option = this.options[index];
    if (option) {
      this.input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else this.input.removeAttribute('aria-activedescendant');
  }

  private onKey(event: KeyboardEvent): void {
    const { length } = this.options;
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter') this.options[this.active]?.click();
    else if (length > 0 && event.key === 'ArrowDown') this.select((this.active + 1) % length);
    else if (length > 0 && event.key === 'ArrowUp') this.select((this.active + length - 1) % length);
    else return;
    event.preventDefault();
  }

  private onShortcut(event: KeyboardEvent): void {
    const isSearch = event.key === 'k' && (event.ctrlKey || event.metaKey);
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (!isSearch && (event.key !== '/' || isTyping)) return;
    event.preventDefault();
    this.input.focus();
    this.input.select();
  }
}

function optionOf({ kind, title, detail, path }: Found, index: number): HTMLAnchorElement {
  const option = document.createElement('a');
  option.id = `found-${String(index)}`;
  option.href = path;
  option.tabIndex = -1;
  option.setAttribute('role', 'option');
  for (const [name, text] of [
    ['b', title],
    ['span', detail],
    ['small', kind],
  ] as const) {
    const part = document.createElement(name);
    part.textContent = text;
    option.append(part);
  }
  return option;
}
