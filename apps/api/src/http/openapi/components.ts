import { type DtoClass, fieldsOf, keywordsOf, type Schema, schemaName, unionOf } from './schema';

export interface Reference {
  readonly $ref: string;
}

type Section = 'schemas' | 'headers' | 'parameters' | 'responses';

/** The components of a document. Operations reference them by name, so each is described once. */
export class Components {
  private readonly sections: Record<Section, Record<string, unknown>> = {
    schemas: {},
    headers: {},
    parameters: {},
    responses: {},
  };
  private readonly sources = new Map<string, unknown>();

  /** `names` holds the schema names of classes that are not named after themselves. */
  constructor(private readonly names: ReadonlyMap<DtoClass, string>) {}

  /** Returns the sections, each sorted by name. */
  toJSON(): object {
    const sorted = Object.entries(this.sections).map(([section, parts]) => [
      section,
      Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))),
    ]);
    return Object.fromEntries(sorted) as object;
  }

  /** Adds a component once. Throws if the name is already used for another source. */
  add(section: Section, name: string, source: unknown, describe: () => unknown): Reference {
    const at = `${section}/${name}`;
    if (!this.sources.has(at)) {
      this.sources.set(at, source);
      this.sections[section][name] = describe();
    } else if (this.sources.get(at) !== source) {
      throw new Error(`Two different components are named ${at}.`);
    }
    return { $ref: `#/components/${at}` };
  }

  /** Returns the schema of a class. */
  schemaOf(type: DtoClass): Reference {
    return this.add('schemas', this.names.get(type) ?? schemaName(type), type, () => this.describe(type));
  }

  /** Returns whether a class rejects the empty object: a member is required, or `oneOf` or `anyOf` requires some. */
  requiresMembers(type: DtoClass): boolean {
    const { required, oneOf, anyOf } = this.describe(type) as Schema;
    return [required, oneOf, anyOf].some((each) => each !== undefined);
  }

  /** Returns the response envelope of a class. */
  envelopeOf(type: DtoClass, mayBeNull: boolean): Reference {
    const data = this.schemaOf(type);
    const name = `${mayBeNull ? 'Nullable' : ''}${schemaName(type)}Response`;
    return this.add('schemas', name, `${name} of ${data.$ref}`, () =>
      envelope(mayBeNull ? { anyOf: [data, { type: 'null' }] } : data),
    );
  }

  /** Returns the response envelope without data. */
  emptyEnvelope(): Reference {
    return this.add('schemas', 'EmptyResponse', 'empty', () => envelope({ type: 'null', description: 'Always null.' }));
  }

  /** Replaces classes and named enumerations in a schema with references. */
  resolve(source: Schema): object {
    const { dto, enumName, ...rest } = source;
    if (dto) return { ...this.schemaOf(dto()), ...rest };
    if (enumName !== undefined) {
      const { type, enum: values, 'x-subsets': subsets, ...beside } = rest;
      const described = { type, enum: values, ...(subsets !== undefined && { 'x-subsets': subsets }) };
      return { ...this.add('schemas', enumName, JSON.stringify(described), () => described), ...beside };
    }
    return Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, this.resolveInner(value)]));
  }

  private resolveInner(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.resolveInner(each));
    return typeof value === 'object' && value !== null ? this.resolve(value as Schema) : value;
  }

  private describe(type: DtoClass): object {
    const union = unionOf(type);
    if (union) return this.resolve(union);
    const fields = [...fieldsOf(type).values()];
    const required = fields.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []));
    return {
      type: 'object',
      ...this.resolve(keywordsOf(type)),
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, this.resolve(schema)])),
    };
  }
}

function envelope(data: object): object {
  return {
    type: 'object',
    required: ['ok', 'data'],
    properties: {
      ok: { type: 'boolean', const: true, description: 'Always true.' },
      data: { description: 'The result.', ...data },
    },
  };
}
