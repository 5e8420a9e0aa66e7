import { type ApiDocument, choicesOf, nameOf, type Schema } from './document';
import { type Html, html, joined } from './html';
import { codes, inline, type Rendering } from './markdown';

const LIMITS = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'characters: at least',
  maxLength: 'characters: at most',
  minItems: 'items: at least',
  maxItems: 'items: at most',
  pattern: 'pattern',
} as const;
/** Objects inside of objects are shown in place to this depth, and are a link below it. */
const DEPTH_MAX = 2;

export const schemaPath = (name: string): string => `/docs/schemas/${name}`;

/** A member of an object, or a parameter. */
interface Member {
  readonly name: string;
  readonly note: string;
  readonly schema: Schema;
}

/** Renders members of objects with their types, descriptions and limits. */
export class Members {
  constructor(
    private readonly document: ApiDocument,
    private readonly rendering: Rendering,
  ) {}

  /** Renders the members of an answer, which has all of them. */
  ofAnswer(schema: Schema): Html {
    return this.of(schema, 0, false);
  }

  /** Renders the members of an object; of anything else its type. */
  of(schema: Schema, depth = 0, isSent = true): Html {
    const { properties, required = [], ...rest } = this.document.resolve(schema);
    if (!properties)
      return html`<p>${this.typeOf(schema)}</p>
        ${this.rulesOf(rest)}`;
    const members = Object.entries(properties).map(([name, member]) => ({
      name,
      note: isSent && required.includes(name) ? 'required' : '',
      schema: member,
    }));
    return this.list(members, depth, isSent);
  }

  list(members: readonly Member[], depth = 0, isSent = true): Html {
    return html`<dl class="members">
      ${members.map(
        ({ name, note, schema }) =>
          html`<div>
            <dt><code>${name}</code> <span>${this.typeOf(schema)}${note && html`, <b>${note}</b>`}</span></dt>
            <dd>
              ${inline(this.document.resolve(schema).description ?? '', this.rendering)} ${this.rulesOf(schema)}
              ${depth < DEPTH_MAX ? this.innerOf(name, schema, (inner) => this.of(inner, depth + 1, isSent)) : ''}
            </dd>
          </div>`,
      )}
    </dl>`;
  }

  /** Renders the type of a value, with links to the schemas that it names. */
  typeOf(schema: Schema): Html {
    const name = nameOf(schema);
    if (name !== undefined) return html`<a href="${schemaPath(name)}">${name}</a>`;
    const choices = choicesOf(schema);
    if (choices.length > 0)
      return joined(
        choices.map((choice) => this.typeOf(choice)),
        ' or ',
      );
    if (schema.items) return html`list of ${this.typeOf(schema.items)}`;
    return html`${[schema.type ?? 'any'].flat().join(' or ')}`;
  }

  /** Renders the allowed values of a schema, its limits and its default. */
  private rulesOf(schema: Schema): Html[] {
    const resolved = this.document.resolve(schema.items ?? schema);
    const values =
      resolved.enum?.filter((value) => value !== null) ?? [resolved.const].filter((value) => value !== undefined);
    const own = this.document.resolve(schema);
    const limits = Object.entries(LIMITS).flatMap(([keyword, word]) =>
      own[keyword] === undefined ? [] : [html`${word} ${codes([own[keyword]])}`],
    );
    return [
      ...(values.length > 0 ? [html`<div class="rule">One of ${codes(values)}.</div>`] : []),
      ...(own.default === undefined ? [] : [html`<div class="rule">Default ${codes([own.default])}.</div>`]),
      ...(limits.length > 0 ? [html`<div class="rule">${joined(limits, ', ')}.</div>`] : []),
    ];
  }

  /** Renders the members of the object that a member holds or lists. */
  private innerOf(name: string, schema: Schema, render: (inner: Schema) => Html): Html | undefined {
    const inner = schema.items ?? choicesOf(schema)[0] ?? schema;
    const { properties } = this.document.resolve(inner);
    if (!properties) return undefined;
    return html`<details>
      <summary>Members of <code>${name}</code></summary>
      ${render(inner)}
    </details>`;
  }
}
