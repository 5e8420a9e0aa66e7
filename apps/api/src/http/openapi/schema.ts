export type DtoClass = abstract new (...args: never[]) => object;

/**
 * A JSON Schema as OpenAPI 3.1 has it, with two members of our own that `Components` resolves: `dto` stands for the schema
 * of a class, and `enumName` moves an enumeration to the components of the document.
 */
export interface Schema {
  readonly dto?: () => DtoClass;
  readonly enumName?: string;
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

export interface DescribedField {
  readonly schema: Schema;
  readonly required: boolean;
}

export interface SchemaOptions {
  /** Default: the name of the class without `Dto` or `Body`. */
  readonly name?: string;
  /** Keywords beside those that the fields give, such as `oneOf` or `description`. */
  readonly keywords?: Schema;
}

const fields = new WeakMap<object, Map<string, DescribedField>>();
const options = new WeakMap<object, SchemaOptions>();

/** Records the schema of a member, for the document. */
export function DescribedAs(schema: Schema, required: boolean): PropertyDecorator {
  return (prototype, name) => {
    const known = fields.get(prototype) ?? new Map<string, DescribedField>();
    fields.set(prototype, known.set(String(name), { schema, required }));
  };
}

/** Names the schema of a class, or adds keywords to it. */
export function SchemaOf(given: SchemaOptions): ClassDecorator {
  return (type) => void options.set(type, given);
}

/** The described members of a class: those of its base classes first. */
export function fieldsOf(type: DtoClass): ReadonlyMap<string, DescribedField> {
  const inherited: [string, DescribedField][][] = [];
  for (let at: object | null = type.prototype as object; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    inherited.unshift([...(fields.get(at) ?? [])]);
  }
  return new Map(inherited.flat());
}

export function schemaName(type: DtoClass): string {
  return options.get(type)?.name ?? type.name.replace(/(Dto|Body)$/, '');
}

export function keywordsOf(type: DtoClass): Schema {
  return options.get(type)?.keywords ?? {};
}

/** The schema with null as a further value. */
export function orNull(schema: Schema): Schema {
  if (schema.dto ?? schema.enumName) return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'] as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, 'null'].flat() as string[], ...(values && { enum: [...values, null] }) };
}
