import type { OpenApiDocument } from './document';
import { type Html, html, inline, markdown } from './page/html';
import { anchorOf, joined, limitsOf, members, type ShownSchema, table, typeOf } from './page/schemas';

interface ShownParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: ShownSchema;
}

interface ShownResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: ShownSchema }>>;
  readonly 'x-codes'?: readonly string[];
}

interface ShownOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: ShownSchema }>> };
  readonly responses: Readonly<Record<string, object>>;
}

interface Shown extends OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly components: {
    readonly schemas: Readonly<Record<string, ShownSchema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

interface Placed extends ShownOperation {
  readonly method: string;
  readonly path: string;
}

const CREDENTIALS: Readonly<Record<string, string>> = { session: 'session', key: 'API key', oauth: 'OAuth token' };
const ENVELOPE = /Response$/;

interface Section {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly operations: readonly Placed[];
}

const ROOT = '/docs';

/**
 * Renders the reference as HTML pages without scripts, by path: an overview and one page per tag.
 * See docs/api-reference.md#the-pages.
 */
export function pagesOf(document: OpenApiDocument, stylesheet: string): Readonly<Record<string, string>> {
  const shown = document as Shown;
  const operations = Object.entries(shown.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Placed => ({ ...(operation as ShownOperation), method, path })),
  );
  const sections = shown.tags.map(({ name, description }) => ({
    name,
    description,
    path: `${ROOT}/${name.toLowerCase().replaceAll(' ', '-')}`,
    operations: operations.filter(({ tags }) => tags.includes(name)),
  }));
  const page = (title: string, main: Html) => frame({ document: shown, sections, title, stylesheet }, main);
  return {
    ...Object.fromEntries(sections.map((each) => [each.path, page(each.name, sectionOf(each, shown))])),
    [ROOT]: page('Overview', overviewOf(sections, shown)),
  };
}

interface Frame {
  readonly document: Shown;
  readonly sections: readonly Section[];
  readonly title: string;
  readonly stylesheet: string;
}

function frame({ document, sections, title, stylesheet }: Frame, main: Html): string {
  const { title: api, version } = document.info;
  const links = [{ name: 'Overview', path: ROOT }, ...sections];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${api}</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <a class="skip" href="#reference">Skip to the reference</a>
        <header><strong>${api}</strong> ${version} <a href="/openapi.json">OpenAPI document</a></header>
        <nav aria-label="Sections">
          <ul>
            ${links.map(
              ({ name, path }) =>
                html`<li><a href="${path}" ${name === title ? html`aria-current="page"` : ''}>${name}</a></li>`,
            )}
          </ul>
        </nav>
        <main id="reference">${main}</main>
      </body>
    </html>`.text;
}

function overviewOf(sections: readonly Section[], { info, components }: Shown): Html {
  return html`<h1>${info.title}</h1>
    ${markdown(info.description)}
    <h2 id="credentials">Credentials</h2>
    <dl>
      ${Object.entries(components.securitySchemes).map(
        ([name, scheme]) =>
          html`<dt>${CREDENTIALS[name] ?? name}</dt>
            <dd>${inline(scheme.description)}</dd>`,
      )}
    </dl>
    ${sections.map(
      ({ name, path, operations }) =>
        html`<h2>${name}</h2>
          <ul>
            ${operations.map(
              ({ operationId, summary, method, path: route }) =>
                html`<li>
                  <a href="${path}#${operationId}">${summary}</a> <code>${method.toUpperCase()} ${route}</code>
                </li>`,
            )}
          </ul>`,
    )}`;
}

function sectionOf({ name, description, operations }: Section, document: Shown): Html {
  const schemas = reachedBy(operations, document);
  return html`<h1>${name}</h1>
    ${markdown(description)} ${operations.map((operation) => operationOf(operation, document))}
    <h2 id="schemas">Schemas</h2>
    ${schemas.map((schema) => schemaOf(schema, document.components.schemas[schema] ?? {}))}`;
}

/** Returns the names of the schemas that operations reference directly or transitively, without envelopes. */
function reachedBy(operations: readonly Placed[], document: Shown): string[] {
  const reached = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/([^"]+)"/g)) {
      if (reached.has(name)) continue;
      reached.add(name);
      visit(document.components.schemas[name]);
    }
  };
  for (const { parameters = [], requestBody = {}, responses } of operations) {
    visit([
      parameters.map((each) => resolve(each, document)),
      requestBody,
      Object.values(responses).filter((response) => !('$ref' in response)),
    ]);
  }
  return [...reached].filter((name) => !ENVELOPE.test(name)).sort();
}

function operationOf(operation: Placed, document: Shown): Html {
  const { operationId, summary, description, method, path, requestBody } = operation;
  const credentials = operation.security.flatMap((each) => Object.keys(each)).map((name) => CREDENTIALS[name] ?? name);
  const parameters = (operation.parameters ?? []).map((each) => resolve(each, document) as unknown as ShownParameter);
  const body = bodyOf(requestBody);
  return html`<section aria-labelledby="${operationId}">
    <h2 id="${operationId}">${summary}</h2>
    <p class="route"><strong>${method.toUpperCase()}</strong> <code>${path}</code></p>
    ${description === undefined ? '' : markdown(description)}
    <p>
      Method: <code>${operationId}</code>. Credentials: ${credentials.length === 0 ? 'none' : credentials.join(', ')}.
    </p>
    ${parameters.length > 0 ? parametersOf(parameters) : ''}
    ${body
      ? html`<h3>Body: ${typeOf(body)}</h3>
          ${members(resolve(body, document))}`
      : ''}
    <h3>Responses</h3>
    <dl>
      ${Object.entries(operation.responses).map(([status, response]) =>
        responseOf(status, resolve(response, document) as unknown as ShownResponse, document),
      )}
    </dl>
  </section>`;
}

/** Returns the schema of a body: JSON, or a form of the authorization server. */
function bodyOf(requestBody: ShownOperation['requestBody']): ShownSchema | undefined {
  return Object.values(requestBody?.content ?? {})[0]?.schema;
}

function parametersOf(parameters: readonly ShownParameter[]): Html {
  const rows = parameters.map(({ name, description, required, schema, ...rest }) => ({
    name,
    note: `${rest.in}${required ? ', required' : ''}`,
    schema: { ...schema, description },
  }));
  return html`<h3>Parameters</h3>
    ${table('Parameter', rows)}`;
}

function responseOf(status: string, response: ShownResponse, document: Shown): Html {
  const codes = response['x-codes']?.map((code) => html`<code>${code}</code>`);
  return html`<dt>${status}</dt>
    <dd>${inline(response.description)} ${codes ? joined(codes, ', ') : dataOf(response, document)}</dd>`;
}

function dataOf({ content }: ShownResponse, document: Shown): Html | undefined {
  const schema = content?.['application/json']?.schema;
  if (!schema) return undefined;
  const data = resolve(schema, document).properties?.['data'];
  return data ? html`<code>data</code>: ${typeOf(data)}` : html`Without envelope: ${typeOf(schema)}`;
}

function schemaOf(name: string, schema: ShownSchema): Html {
  const id = anchorOf(name);
  return html`<section aria-labelledby="${id}">
    <h3 id="${id}">${name}</h3>
    ${markdown(schema.description ?? '')}
    ${schema.properties
      ? members(schema)
      : html`<p>${typeOf(schema)}</p>
          ${limitsOf(schema)}`}
  </section>`;
}

/** Resolves a reference into the document. */
function resolve(part: object, document: Shown): ShownSchema {
  const { $ref } = part as { $ref?: string };
  if ($ref === undefined) return part as ShownSchema;
  const names = $ref.slice('#/'.length).split('/');
  return names.reduce((at: unknown, name) => (at as Record<string, unknown>)[name], document) as ShownSchema;
}
