import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { jsonName } from '@trunkline/kernel';

export type DtoClass = abstract new (...args: never[]) => object;

/**
 * A JSON Schema as in OpenAPI 3.1, with two members of our own that `Components` resolves: `dto` stands for the schema of a
 * class, and `enumName` moves an enumeration to the components of the document.
 */
export interface Schema {
  readonly dto?: () => DtoClass;
  readonly enumName?: string;
  readonly type?: string | readonly string[];
  readonly [keyword: string]: unknown;
}

export interface DescribedField {
  /** The name in JSON. */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export interface FieldPresence {
  readonly required?: boolean;
  readonly nullable?: boolean;
  /** The name in JSON. Default: the property in snake case. */
  readonly jsonName?: string;
}

export interface SchemaOptions {
  /** Default: the name of the class without `Dto` or `Body`. A request body is named after its operation instead. */
  readonly name?: string;
  /** Keywords in addition to those of the fields, such as `oneOf` or `description`. */
  readonly keywords?: Schema;
  /** The schema of a union, instead of that of the fields: responses have these members, which each class describes further. */
  readonly union?: Schema;
}

/** Metadata keys of @nestjs/swagger, which its package does not export. */
const PROPERTY = 'swagger/apiModelProperties';
const PROPERTY_NAMES = 'swagger/apiModelPropertiesArray';
const SCHEMA_NAMES = 'swagger/apiSchema';

const keywords = new WeakMap<object, Schema>();
const unions = new WeakMap<object, Schema>();

/** Declares the schema of a member through @nestjs/swagger. A member is required and not nullable unless stated. */
export function DescribedAs(
  schema: Schema,
  { required = true, nullable = false, jsonName: name }: FieldPresence = {},
): PropertyDecorator {
  return ApiProperty({ ...swaggerForm(schema), required, nullable, ...(name !== undefined && { name }) });
}

/** Names the schema of a class, adds keywords to it, or replaces it with that of a union. */
export function SchemaOf(options: SchemaOptions): ClassDecorator {
  return (type) => {
    if (options.name !== undefined) ApiSchema({ name: options.name })(type);
    if (options.keywords) keywords.set(type, options.keywords);
    if (options.union) unions.set(type, options.union);
  };
}

/** Returns the described members of a class, its `id` first, then those of its base classes. */
export function fieldsOf(type: DtoClass): ReadonlyMap<string, DescribedField> {
  const prototype = type.prototype as object;
  const names = ((Reflect.getMetadata(PROPERTY_NAMES, prototype) ?? []) as string[]).map((key) => key.slice(1));
  // The settings of a resource are a base class, and its id is no setting.
  if (names.includes('id')) names.unshift(...names.splice(names.indexOf('id'), 1));
  return new Map(
    names.map((property) => {
      const options = Reflect.getMetadata(PROPERTY, prototype, property) as Record<string, unknown>;
      return [property, fieldOf(property, options)];
    }),
  );
}

export function schemaName(type: DtoClass): string {
  const [named] = (Reflect.getOwnMetadata(SCHEMA_NAMES, type) ?? []) as { name: string }[];
  return named?.name ?? type.name.replace(/(Dto|Body)$/, '');
}

export function keywordsOf(type: DtoClass): Schema {
  return keywords.get(type) ?? {};
}

export function unionOf(type: DtoClass): Schema | undefined {
  return unions.get(type);
}

/** The options of `ApiProperty` for a schema: a class is a lazy type, and a list of a class is an array of it. */
function swaggerForm({ dto, items, ...rest }: Schema): object {
  const itemClass = (items as Schema | undefined)?.dto;
  if (dto) return { ...rest, type: () => dto() };
  if (itemClass) return { ...rest, type: () => itemClass(), isArray: true };
  return items === undefined ? rest : { ...rest, items };
}

/** The schema that `swaggerForm` passed to `ApiProperty`, with null as OpenAPI 3.1 writes it. */
function fieldOf(property: string, options: Record<string, unknown>): DescribedField {
  const { name = jsonName(property), required, nullable, isArray, type, ...annotated } = options;
  const { description, default: preset, examples, ...rest } = annotated;
  const annotations = {
    description,
    ...(preset !== undefined && { default: preset }),
    ...(examples !== undefined && { examples }),
  };
  const schema: Schema = { ...shapeOf(type, isArray === true), ...rest };
  const presence = { name: name as string, required: required === true };
  return { ...presence, schema: { ...(nullable === true ? orNull(schema) : schema), ...annotations } };
}

function shapeOf(type: unknown, isArray: boolean): Schema {
  if (typeof type === 'string') return { type };
  // Without a type @nestjs/swagger stores the constructor that TypeScript emits for the member.
  const dto = typeof type === 'function' && type.name === 'type' ? (type as () => DtoClass) : undefined;
  if (!dto) return {};
  return isArray ? { type: 'array', items: { dto } } : { dto };
}

function orNull(schema: Schema): Schema {
  if (schema.dto ?? schema.enumName) return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'] as readonly unknown[] | undefined;
  return { ...schema, type: [schema.type, 'null'].flat() as string[], ...(values && { enum: [...values, null] }) };
}
