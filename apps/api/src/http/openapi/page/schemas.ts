import { type Html, html, inline } from './html';

export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: ShownSchema;
  readonly anyOf?: readonly ShownSchema[];
  readonly oneOf?: readonly ShownSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly [keyword: string]: unknown;
}

const LIMITS: Readonly<Record<string, string>> = {
  minimum: 'minimum',
  maximum: 'maximum',
  maxLength: 'maximum length',
  minItems: 'minimum items',
  maxItems: 'maximum items',
  pattern: 'pattern',
};

export const anchorOf = (schema: string): string => `schema-${schema}`;

/** Renders the type of a value, with links to the schemas that it references. */
export function typeOf(schema: ShownSchema): Html {
  if (schema.$ref !== undefined) return linkTo(schema.$ref);
  const choices = choicesOf(schema);
  if (choices.length > 0) return joined(choices.map(typeOf), ' or ');
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  return html`${[schema.type ?? 'any'].flat().join(' or ')}`;
}

function linkTo(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#${anchorOf(name)}">${name}</a>`;
}

/** Returns the alternatives of a union, without those that only list required members. */
function choicesOf({ anyOf = [], oneOf = [] }: ShownSchema): ShownSchema[] {
  return [...anyOf, ...oneOf].filter(({ type, $ref }) => type !== undefined || $ref !== undefined);
}

/** Renders a table of the members of an object. */
export function members({ properties = {}, required = [] }: ShownSchema): Html {
  const rows = Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    note: required.includes(name) ? 'required' : '',
  }));
  return table('Member', rows);
}

export interface Row {
  readonly name: string;
  readonly note: string;
  readonly schema: ShownSchema;
}

export function table(heading: string, rows: readonly Row[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${heading}</th>
        <th scope="col">Type</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, note, schema }) =>
          html`<tr>
            <th scope="row"><code>${name}</code>${note && html` <small>${note}</small>`}</th>
            <td>${typeOf(schema)}</td>
            <td>${inline(schema.description ?? '')}${limitsOf(schema)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Renders the allowed values of a schema, its limits and its default. */
export function limitsOf(schema: ShownSchema): Html[] {
  const values = schema.enum?.filter((value) => value !== null) ?? (schema.const === undefined ? [] : [schema.const]);
  const limits = Object.entries(LIMITS).flatMap(([keyword, word]) =>
    schema[keyword] === undefined ? [] : [html`${word} ${code(schema[keyword])}`],
  );
  return [
    ...(values.length > 0 ? [html`<div>One of: ${joined(values.map(code), ', ')}</div>`] : []),
    ...(schema.default === undefined ? [] : [html`<div>Default: ${code(schema.default)}</div>`]),
    ...(limits.length > 0 ? [html`<div>${joined(limits, ', ')}</div>`] : []),
  ];
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}

export function joined(parts: readonly Html[], separator: string): Html {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))}`;
}
