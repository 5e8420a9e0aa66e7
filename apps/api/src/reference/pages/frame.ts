import type { ApiDocument, Section } from './document';
import type { Guide } from './guides';
import { type Html, html } from './html';
import { operationPath } from './operation-page';

/** The files of the build that every page loads, and what its script has to know. */
export interface Surroundings {
  /** Addresses; undefined if the dashboard is not built. */
  readonly style: string | undefined;
  readonly script: string | undefined;
  readonly icon: string | undefined;
  /** Address of the dashboard. */
  readonly dashboard: string;
  readonly isSandbox: boolean;
}

export interface Page {
  readonly path: string;
  readonly title: string;
  /** The section whose operations the navigation lists. */
  readonly section?: string;
  readonly main: Html;
}

interface Contents {
  readonly document: ApiDocument;
  readonly guides: readonly Guide[];
}

const MARK = html`<svg viewBox="0 0 16 16" fill="none" stroke-width="2" aria-hidden="true">
  <rect class="ground" width="16" height="16" rx="4" />
  <path stroke="#fff" d="M0 5h5a3 3 0 0 1 3 3v8m2.5-11H16" />
</svg>`;

/** Renders a page in the frame of the dashboard: navigation, search, and the way to the dashboard. */
export function framed(page: Page, contents: Contents, surroundings: Surroundings): string {
  const { style, script, icon, dashboard, isSandbox } = surroundings;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} – Trunkline</title>
        ${icon && html`<link rel="icon" href="${icon}" type="image/svg+xml" />`}
        ${style && html`<link rel="stylesheet" href="${style}" />`} ${script && html`<script src="${script}"></script>`}
      </head>
      <body data-dashboard="${dashboard}" ${isSandbox ? html`data-sandbox` : ''}>
        <a class="skip" href="#main">Skip to content</a>
        ${navigation(page, contents)}
        <div class="page">
          <header class="top">
            <a class="brand" href="/docs" aria-label="Trunkline documentation">${MARK} <span>Trunkline</span></a>
            <search hidden>
              <input
                type="search"
                role="combobox"
                aria-label="Search the documentation"
                aria-expanded="false"
                aria-controls="found"
                aria-autocomplete="list"
                placeholder="Search operations, members, errors"
                autocomplete="off"
                spellcheck="false"
              />
              <kbd aria-hidden="true">/</kbd>
              <div id="found" role="listbox" aria-label="Found"></div>
            </search>
            <div class="end">
              <button class="scheme" type="button" hidden></button>
              <a class="link" href="${dashboard}">Dashboard</a>
              <a class="link more" href="#navigation">Menu</a>
            </div>
          </header>
          <main id="main" tabindex="-1">${page.main}</main>
        </div>
      </body>
    </html>`.text;
}

function navigation({ path, section }: Page, { document, guides }: Contents): Html {
  const link = (to: string, label: string) =>
    html`<a class="link" href="${to}" ${to === path ? html`aria-current="page"` : ''}>${label}</a>`;
  return html`<nav id="navigation" aria-label="Documentation">
    <a class="brand" href="/docs" aria-label="Trunkline documentation">${MARK} <span>Trunkline</span></a>
    <a class="link close" href="#main">Close the menu</a>
    <h2>Guides</h2>
    <ul>
      ${guides.map((guide) => html`<li>${link(guide.path, guide.title)}</li>`)}
    </ul>
    <h2>API reference</h2>
    <ul>
      <li>${link('/docs/api', 'Conventions')}</li>
      <li>${link('/docs/errors', 'Error codes')}</li>
      ${document.sections.map(
        (each) => html`<li>${link(each.path, each.name)}${each.name === section ? rail(each, path) : ''}</li>`,
      )}
    </ul>
  </nav>`;
}

/** The operations of the open section, on the line of the mark. */
function rail({ operations }: Section, path: string): Html {
  return html`<ul class="rail">
    ${operations.map(({ id, summary }) => {
      const to = operationPath(id);
      return html`<li><a class="link" href="${to}" ${to === path ? html`aria-current="page"` : ''}>${summary}</a></li>`;
    })}
  </ul>`;
}
