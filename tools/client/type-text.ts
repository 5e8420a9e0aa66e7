import { referencedName, type Schema } from './document';

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** Returns a TSDoc comment with a line break after it, or nothing. */
export function comment(text: string | undefined, indent = ''): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** Returns the TypeScript type of a schema. Adds the names of the components that it uses to `used`. */
export function typeText(schema: Schema | undefined, used: Set<string>, indent = ''): string {
  if (!schema) return 'unknown';
  if (schema.$ref) {
    used.add(referencedName(schema.$ref));
    return referencedName(schema.$ref);
  }
  return literals(schema) ?? combined(schema, used, indent) ?? union(schema, used, indent);
}

function literals(schema: Schema): string | undefined {
  if (schema.const !== undefined) return quoted(schema.const);
  const values = schema.enum?.filter((value) => value !== null).map(quoted);
  return values && [...values, ...(isNullable(schema) ? ['null'] : [])].join(' | ');
}

const isNullable = ({ type, enum: values }: Schema): boolean =>
  (Array.isArray(type) && type.includes('null')) || (values?.includes(null) ?? false);

const quoted = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'");

/** Returns the name of a closed list of values, such as `NUMBER_TYPES` for `NumberType`. */
export function listName(type: string): string {
  const words = type.replace('OAuth', 'Oauth').replace(/(?<=[a-z])(?=[A-Z])/g, '_');
  const plural = words.endsWith('s') ? `${words}es` : `${words}s`.replace(/(?<![aeiou])ys$/, 'ies');
  return plural.toUpperCase();
}

export function listText(type: string, values: readonly unknown[]): string {
  return `export const ${listName(type)} = [${values.map(quoted).join(', ')}] as const;\n`;
}

function combined({ allOf, oneOf, anyOf }: Schema, used: Set<string>, indent: string): string | undefined {
  if (allOf) return allOf.map((each) => typeText(each, used, indent)).join(' & ');
  return (oneOf ?? anyOf)?.map((each) => typeText(each, used, indent)).join(' | ');
}

function union(schema: Schema, used: Set<string>, indent: string): string {
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.map((type) => single(type, schema, used, indent)).join(' | ') || 'unknown';
}

function single(type: string, schema: Schema, used: Set<string>, indent: string): string {
  if (type === 'array') return arrayText(typeText(schema.items, used, indent));
  if (type === 'object') return objectText(schema, used, indent);
  if (schema.format === 'binary') return 'Blob';
  return PRIMITIVES[type] ?? 'unknown';
}

const arrayText = (item: string): string => (/[|&]/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`);

/** Returns the type of an object: its members with their descriptions, or a record. */
export function objectText(schema: Schema, used: Set<string>, indent = ''): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeText(additionalProperties, used, indent) : 'unknown';
    return `Readonly<Record<string, ${value}>>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    const type = typeText(member, used, inner);
    return `${comment(member.description, inner)}${inner}readonly ${key}${required.includes(name) ? '' : '?'}: ${type};`;
  });
  return `{\n${members.join('\n')}\n${indent}}`;
}
