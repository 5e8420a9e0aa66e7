import {
  type ApiDocument,
  bodyOf,
  JSON_TYPE,
  type Operation,
  type Parameter,
  type Schema,
  STREAM_TYPE,
  successOf,
} from './document';
import { type Html, html, joined } from './html';
import { inline, markdown, type Rendering, sample } from './markdown';
import type { Members } from './members';
import { curlOf, isSessionOnly, type Samples, scriptOf } from './samples';
import { trialOf } from './trial';

export const operationPath = (id: string): string => `/docs/operations/${id}`;
export const errorPath = (code: string): string => `/docs/errors#${code}`;

const CREDENTIALS: Readonly<Record<string, string>> = { session: 'session', key: 'API key', oauth: 'OAuth token' };

/** What the page of an operation is made of. */
export interface Kit {
  readonly document: ApiDocument;
  readonly samples: Samples;
  readonly members: Members;
  readonly rendering: Rendering;
  readonly messages: ReadonlyMap<string, readonly string[]>;
}

/** Renders an operation: what it does, its request and responses with samples, and a form that sends it. */
export function operationPage(operation: Operation, kit: Kit): Html {
  const { id, summary, method, path, description } = operation;
  return html`<header class="head">
      <h1>${summary}</h1>
      <p class="route"><b data-method="${method}">${method}</b> <code>${path}</code></p>
      <p class="meta"><code>${id}</code> · ${credentialsOf(operation)}</p>
    </header>
    <div class="text">${markdown(description, kit.rendering)}</div>
    <div class="operation">
      <div class="about">${requestOf(operation, kit)} ${answerOf(operation, kit)} ${errorsOf(operation, kit)}</div>
      <div class="samples">${samplesOf(operation, kit)}</div>
    </div>`;
}

function credentialsOf({ credentials, permissions }: Operation): Html {
  if (credentials.length === 0) return html`No credential`;
  const names = isSessionOnly({ credentials })
    ? 'session only, in a browser'
    : credentials.map((name) => CREDENTIALS[name] ?? name).join(', ');
  const needs = joined(
    permissions.map((each) => html`<code>${each}</code>`),
    ', ',
  );
  return html`${names}${permissions.length > 0 ? html` · ${needs}` : ''}`;
}

function requestOf(operation: Operation, { members }: Kit): Html[] {
  const groups = [
    ['Path', 'path'],
    ['Query', 'query'],
    ['Headers', 'header'],
  ] as const;
  const parameters = groups.flatMap(([title, place]) => {
    const listed = operation.parameters.filter((each) => each.in === place);
    return listed.length === 0
      ? []
      : [
          html`<h2 id="${place}">${title}</h2>
            ${members.list(listed.map(memberOf))}`,
        ];
  });
  const body = bodyOf(operation);
  const types = Object.keys(operation.bodies);
  if (!body) return parameters;
  const other = types.length > 1 || !types.includes(JSON_TYPE) ? html`<p class="meta">${types.join(', ')}</p>` : '';
  return [
    ...parameters,
    html`<h2 id="body">Body</h2>
      ${other} ${members.of(body)}`,
  ];
}

const memberOf = ({ name, required, description, schema }: Parameter) => ({
  name,
  note: required ? 'required' : '',
  schema: { ...schema, description },
});

function answerOf(operation: Operation, kit: Kit): Html {
  const success = successOf(operation) ?? operation.replies.find(({ codes }) => codes.length === 0);
  if (!success) return html``;
  const { status, description, content } = success;
  return html`<h2 id="response">Response</h2>
    <p><code>${status}</code> ${inline(description)}</p>
    ${typesOf(Object.keys(content))} ${contentOf(content, kit)}`;
}

/** Names the media types of a response, if it has others than JSON. */
function typesOf(types: readonly string[]): Html | undefined {
  const others = types.filter((type) => type !== JSON_TYPE);
  if (others.length === 0) return undefined;
  return html`<p class="meta">${types.includes(JSON_TYPE) ? 'Also as' : 'As'} ${others.join(', ')}</p>`;
}

function contentOf(content: Operation['bodies'], { document, members }: Kit): Html | undefined {
  const message = content[STREAM_TYPE]?.['x-event-data'];
  if (message)
    return html`<p>A stream of events. The data of each:</p>
      ${members.ofAnswer(message)}`;
  const schema = content[JSON_TYPE]?.schema;
  const data = schema && document.resolve(schema).properties?.['data'];
  if (!data) return schema && members.ofAnswer(schema);
  return html`<h3>Members of <code>data</code></h3>
    ${members.ofAnswer(dataOf(data))}`;
}

/** Returns what a nullable answer is when there is one. */
const dataOf = (schema: Schema): Schema => schema.anyOf?.find(({ $ref }) => $ref !== undefined) ?? schema;

function errorsOf({ replies }: Operation, { messages }: Kit): Html {
  const failed = replies.filter(({ codes }) => codes.length > 0);
  return html`<h2 id="errors">Errors</h2>
    <dl class="errors">
      ${failed.flatMap(({ status, codes }) =>
        codes.map(
          (code) =>
            html`<div>
              <dt>
                ${status} <a href="${errorPath(code)}"><code>${code}</code></a>
              </dt>
              <dd>${inline(messages.get(code)?.[0] ?? '')}</dd>
            </div>`,
        ),
      )}
    </dl>`;
}

function samplesOf(operation: Operation, kit: Kit): Html[] {
  const { document, samples } = kit;
  const script = scriptOf(operation, document, samples);
  const answer = samples.responseOf(operation) ?? samples.messageOf(operation);
  const status = successOf(operation)?.status ?? '';
  return [
    html`<h2 id="samples">Samples</h2>`,
    sample('sh', curlOf(operation, samples, document.server), 'curl'),
    ...(script === undefined ? [] : [sample('ts', script)]),
    trialOf(operation, kit),
    ...(answer === undefined ? [] : [sample('json', JSON.stringify(answer, null, 2), `Response ${status}`)]),
  ];
}
