import { type Html, html, joined } from './html';

/** How text of a page is rendered: where its links lead, and which `code` names something that has a page. */
export interface Rendering {
  readonly addressOf: (target: string) => string;
  readonly pageOf: (code: string) => string | undefined;
}

const PLAIN: Rendering = { addressOf: (target) => target, pageOf: () => undefined };
const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\[[^[\]]+\]\([^()\s]+\))/;
const LINK = /^\[([^[\]]+)\]\(([^()\s]+)\)$/;

/** Renders the `code`, **bold** text and [links](address) of a line. */
export function inline(text: string, rendering: Rendering = PLAIN): Html[] {
  return text.split(INLINE).map((part) => {
    if (part.startsWith('`')) return codeOf(part.slice(1, -1), rendering);
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
    const [, label, target] = LINK.exec(part) ?? [];
    return label === undefined || target === undefined
      ? html`${part}`
      : html`<a href="${rendering.addressOf(target)}">${inline(label, { ...rendering, pageOf: PLAIN.pageOf })}</a>`;
  });
}

function codeOf(code: string, { pageOf }: Rendering): Html {
  const page = pageOf(code);
  return page === undefined ? html`<code>${code}</code>` : html`<a href="${page}"><code>${code}</code></a>`;
}

/** Renders the paragraphs and lists of a description. */
export function markdown(text: string, rendering: Rendering = PLAIN): Html[] {
  return blocksOf(text).map((block) => blockOf(block, rendering));
}

/** A heading with the anchor that GitHub gives it too. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

const HEADING = /^(#{1,4}) (.+)$/;

/** Returns the headings of a Markdown document. */
export function headingsOf(text: string): Heading[] {
  return blocksOf(text).flatMap((block) => {
    const [, marks, title] = HEADING.exec(block) ?? [];
    return marks === undefined || title === undefined
      ? []
      : [{ level: marks.length, text: plain(title), anchor: anchorOf(title) }];
  });
}

const plain = (text: string): string => text.replace(/[`*]/g, '');

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const FENCE = '```';

/** Splits a document at its empty lines, except those of fenced code. */
function blocksOf(text: string): string[] {
  return text
    .split(/^(```[^]*?^```)$/m)
    .flatMap((part) => (part.startsWith(FENCE) ? [part] : part.trim().split(/\n{2,}/)))
    .filter((block) => block !== '');
}

type Renderer = (block: string, rendering: Rendering) => Html;

/** What a block begins with, and how it is rendered. The first that matches. */
const BLOCKS: readonly (readonly [begin: RegExp, render: Renderer])[] = [
  [/^```/, fenced],
  [/^\|/, tableOf],
  [HEADING, headingOf],
  [
    /^- /,
    (block, rendering) =>
      html`<ul>
        ${itemsOf(block, /^- /m, rendering)}
      </ul>`,
  ],
  [
    /^1\. /,
    (block, rendering) =>
      html`<ol>
        ${itemsOf(block, /^\d+\. /m, rendering)}
      </ol>`,
  ],
  [/^/, (block, rendering) => html`<p>${inline(block, rendering)}</p>`],
];

function blockOf(block: string, rendering: Rendering): Html {
  return BLOCKS.find(([begin]) => begin.test(block))?.[1](block, rendering) ?? html``;
}

function itemsOf(block: string, mark: RegExp, rendering: Rendering): Html[] {
  return block
    .split(mark)
    .slice(1)
    .map((item) => html`<li>${inline(item.trim().replace(/\n\s+/g, ' '), rendering)}</li>`);
}

const HEADINGS = [
  (id: string, text: Html[]) => html`<h1 id="${id}">${text}</h1>`,
  (id: string, text: Html[]) => html`<h2 id="${id}">${text}</h2>`,
  (id: string, text: Html[]) => html`<h3 id="${id}">${text}</h3>`,
  (id: string, text: Html[]) => html`<h4 id="${id}">${text}</h4>`,
];

function headingOf(block: string, rendering: Rendering): Html {
  const [, marks = '#', title = ''] = HEADING.exec(block) ?? [];
  return HEADINGS[marks.length - 1]?.(anchorOf(title), inline(title, rendering)) ?? html``;
}

function fenced(block: string): Html {
  const [first = '', ...lines] = block.split('\n');
  return sample(first.slice(3).trim(), lines.slice(0, -1).join('\n'));
}

const LANGUAGES: Readonly<Record<string, string>> = { sh: 'Shell', ts: 'TypeScript', json: 'JSON', http: 'HTTP' };

/** Renders code with its language. The script of the pages adds a button that copies it. */
export function sample(language: string, text: string, title = LANGUAGES[language] ?? 'Text'): Html {
  return html`<figure class="sample" data-language="${language}">
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre>
  </figure>`;
}

function tableOf(block: string, rendering: Rendering): Html {
  const [head = [], , ...rows] = block.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  return html`<div class="table" tabindex="0" role="group" aria-label="${head.join(', ')}">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th scope="col">${inline(cell, rendering)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${inline(cell, rendering)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Renders names of values as a list in a sentence. */
export const codes = (values: readonly unknown[]): Html =>
  joined(
    values.map((value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`),
    ', ',
  );
