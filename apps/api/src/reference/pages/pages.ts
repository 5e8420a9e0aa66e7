import { rejection, REJECTIONS } from '@trunkline/kernel';
import type { OpenApiDocument } from '../../http/openapi/document';
import { ApiDocument, type Section } from './document';
import { framed, type Page, type Surroundings } from './frame';
import { type Guide, guidePath } from './guides';
import { type Html, html } from './html';
import { inline, markdown, type Rendering } from './markdown';
import { Members, schemaPath } from './members';
import { errorPath, type Kit, operationPage, operationPath } from './operation-page';
import { Samples } from './samples';
import { rejectionId, searchIndexOf, statusesOf } from './search-index';

const CREDENTIALS: Readonly<Record<string, string>> = { session: 'Session', key: 'API key', oauth: 'OAuth token' };
/** The host of the guides, which stands for that of the API. */
const EXAMPLE = 'https://api.example.com';

export interface PageSources {
  readonly document: OpenApiDocument;
  readonly guides: readonly Guide[];
  readonly messages: ReadonlyMap<string, readonly string[]>;
}

/**
 * The documentation of the API: guides, and a page for each section, operation and schema. Each is rendered when it is asked
 * for, from the OpenAPI document. See docs/api-reference.md#the-pages.
 */
export class Pages {
  private readonly kit: Kit;
  private readonly guides: readonly Guide[];
  private readonly makers: ReadonlyMap<string, () => Omit<Page, 'path'>>;

  constructor(
    { document, guides, messages }: PageSources,
    private readonly surroundings: Surroundings,
  ) {
    const api = new ApiDocument(document);
    const rendering = this.renderingOf(api);
    this.kit = { document: api, samples: new Samples(api), members: new Members(api, rendering), rendering, messages };
    this.guides = guides.map((guide) => ({
      ...guide,
      text: guide.text.replaceAll(`${EXAMPLE}/dashboard`, surroundings.dashboard).replaceAll(EXAMPLE, api.server),
    }));
    this.makers = this.makersOf();
  }

  get paths(): string[] {
    return [...this.makers.keys()];
  }

  /** Returns the page of a path as HTML, or undefined if there is none. */
  render(path: string): string | undefined {
    const page = this.makers.get(path)?.();
    return page && this.framed({ path, ...page });
  }

  /** Returns the page of an address that has none. */
  unknown(): string {
    const main = html`<header class="head">
        <h1>This page does not exist</h1>
      </header>
      <p>
        Check the address, or go to the <a href="/docs">documentation</a> or the
        <a href="${this.surroundings.dashboard}">dashboard</a>.
      </p>`;
    return this.framed({ path: '', title: 'This page does not exist', main });
  }

  private framed(page: Page): string {
    return framed(page, { document: this.kit.document, guides: this.guides }, this.surroundings);
  }

  searchIndex(): string {
    return JSON.stringify(searchIndexOf(this.kit.document, this.guides));
  }

  private makersOf(): ReadonlyMap<string, () => Omit<Page, 'path'>> {
    const { document } = this.kit;
    return new Map<string, () => Omit<Page, 'path'>>([
      ['/docs', () => ({ title: 'Documentation', main: this.home() })],
      ['/docs/api', () => ({ title: 'Conventions of the API', main: this.conventions() })],
      ['/docs/errors', () => ({ title: 'Error codes', main: this.errors() })],
      ...this.guides.map((guide) => [guide.path, () => ({ title: guide.title, main: this.guide(guide) })] as const),
      ...document.sections.map(
        (each) => [each.path, () => ({ title: each.name, section: each.name, main: this.section(each) })] as const,
      ),
      ...[...document.operations.values()].map(
        (each) =>
          [
            operationPath(each.id),
            () => ({ title: each.summary, section: each.section, main: operationPage(each, this.kit) }),
          ] as const,
      ),
      ...Object.keys(document.schemas).map(
        (name) => [schemaPath(name), () => ({ title: name, main: this.schema(name) })] as const,
      ),
    ]);
  }

  /** Names of operations and error codes in texts lead to their pages. */
  private renderingOf(document: ApiDocument): Rendering {
    const codes = statusesOf(document.operations.values());
    return {
      addressOf: (target) =>
        target
          .replace(/^#operation\/([\w.]+)$/, (_, id: string) => operationPath(id))
          .replace(/^([\w-]+)\.md/, (_, slug: string) => guidePath(slug)),
      pageOf: (code) => {
        if (document.operations.has(code)) return operationPath(code);
        return codes.has(code) ? errorPath(code) : undefined;
      },
    };
  }

  private home(): Html {
    const { sections } = this.kit.document;
    return html`<header class="head">
        <h1>Documentation</h1>
      </header>
      <h2>Guides</h2>
      <ul class="cards">
        ${this.guides.map(
          ({ path, title, summary }) =>
            html`<li>
              <a href="${path}">${title}</a>
              <p>${inline(summary)}</p>
            </li>`,
        )}
      </ul>
      <h2>API reference</h2>
      <p>
        <a href="/docs/api">Conventions</a> hold for every operation. <a href="/docs/errors">Error codes</a> are listed
        with what to do. The <a href="/openapi.json">OpenAPI document</a> describes all of it to programs.
      </p>
      <ul class="cards">
        ${sections.map(
          ({ path, name, description }) =>
            html`<li>
              <a href="${path}">${name}</a>
              <p>${description}</p>
            </li>`,
        )}
      </ul>`;
  }

  private conventions(): Html {
    const { document, rendering } = this.kit;
    return html`<header class="head">
        <h1>Conventions of the API</h1>
        <p class="meta">${document.title} ${document.version} · <a href="/openapi.json">OpenAPI document</a></p>
      </header>
      <div class="text">
        <p>The address of the API is <code>${document.server}</code>.</p>
        ${markdown(document.introduction, rendering)}
        <h2 id="credentials">Credentials</h2>
        <dl class="members">
          ${document.credentials.map(
            ([name, description]) =>
              html`<div>
                <dt>${CREDENTIALS[name] ?? name}</dt>
                <dd>${inline(description)}</dd>
              </div>`,
          )}
        </dl>
      </div>`;
  }

  private guide({ text }: Guide): Html {
    return html`<div class="text">${markdown(text, this.kit.rendering)}</div>`;
  }

  private section({ name, description, operations }: Section): Html {
    return html`<header class="head">
        <h1>${name}</h1>
        <p class="meta">${description}</p>
      </header>
      <ul class="operations">
        ${operations.map(
          ({ id, summary, method, path }) =>
            html`<li id="${id}">
              <a href="${operationPath(id)}">${summary}</a>
              <span class="route"><b data-method="${method}">${method}</b> <code>${path}</code></span>
            </li>`,
        )}
      </ul>`;
  }

  private errors(): Html {
    const { document, messages, rendering } = this.kit;
    const statuses = [...statusesOf(document.operations.values())].sort();
    return html`<header class="head">
        <h1>Error codes</h1>
        <p class="meta">
          The code of an error never changes; its message can. <a href="${guidePath('errors')}">How to handle errors</a>
        </p>
      </header>
      <dl class="errors">
        ${statuses.map(
          ([code, status]) =>
            html`<div id="${code}">
              <dt><code>${code}</code> ${status}</dt>
              ${(messages.get(code) ?? []).map((message) => html`<dd>${inline(message, rendering)}</dd>`)}
              ${this.usersOf(code)}
            </div>`,
        )}
      </dl>
      <h2 id="rejected-calls">Why calls are rejected</h2>
      <p class="meta">
        A rejected call has one of these reasons. <a href="${guidePath('reading-a-call')}">How to read a call</a>
      </p>
      <dl class="errors">
        ${REJECTIONS.map((reason) => {
          const { code, explanation, remedy } = rejection(reason);
          return html`<div id="${rejectionId(reason)}">
            <dt><code>${reason}</code> SIP ${code}</dt>
            <dd>${explanation}</dd>
            <dd>${remedy}</dd>
          </div>`;
        })}
      </dl>`;
  }

  /** The operations that fail with a code, unless nearly all of them do. */
  private usersOf(code: string): Html {
    const all = [...this.kit.document.operations.values()];
    const users = all.filter(({ replies }) => replies.some(({ codes }) => codes.includes(code)));
    if (users.length > USERS_MAX) return html`<dd class="meta">${users.length} operations</dd>`;
    return html`<dd class="meta uses">
      ${users.map(({ id }) => html`<a href="${operationPath(id)}"><code>${id}</code></a> `)}
    </dd>`;
  }

  private schema(name: string): Html {
    const { document, members, rendering } = this.kit;
    const schema = document.schemas[name] ?? {};
    return html`<header class="head">
        <h1>${name}</h1>
      </header>
      <div class="text">${markdown(schema.description ?? '', rendering)} ${members.of(schema)}</div>`;
  }
}

/** More operations than this are only counted. */
const USERS_MAX = 24;
