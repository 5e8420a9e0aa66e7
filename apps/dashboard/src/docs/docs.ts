// The script of the documentation at /docs, which works without it too: the search, the copying of samples, the form of each
// operation, and the colour scheme.
import { addCopyButton } from './copy';
import { applyScheme, switchScheme } from './scheme';
import { SearchField } from './search-field';
import { TryIt } from './try-it';

applyScheme();

document.addEventListener('DOMContentLoaded', () => {
  const search = document.querySelector<HTMLElement>('search');
  const input = search?.querySelector('input');
  const list = document.getElementById('found');
  if (search && input && list) {
    search.hidden = false;
    new SearchField(input, list);
  }
  const scheme = document.querySelector<HTMLButtonElement>('button.scheme');
  if (scheme) switchScheme(scheme);
  for (const figure of document.querySelectorAll<HTMLElement>('figure.sample')) addCopyButton(figure);
  for (const form of document.querySelectorAll<HTMLFormElement>('form.trial')) new TryIt(form);
  // The open page may be far down in the navigation.
  document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
});
