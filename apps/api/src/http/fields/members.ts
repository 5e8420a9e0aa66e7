import { unixSeconds } from '@trunkline/kernel';
import { type DtoClass, fieldsOf, type Schema, wireName } from '../openapi/schema';

/** The options of every field, for the validator and the OpenAPI document. */
export interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The value that applies if the member is missing. Documentation only: the handler sets it. */
  readonly default?: unknown;
  /** The member may be missing. */
  readonly optional?: boolean;
  /** The member may be null. */
  readonly nullable?: boolean;
  /**
   * No client sets the member, such as the result of a probe. It is no part of the ETag: a change that a client makes after
   * one of them has changed is not based on an outdated row.
   */
  readonly observed?: boolean;
}

/** How a member was declared, so that a derived class can declare it again with other options. */
export interface Declaration {
  readonly options: FieldOptions;
  readonly schema: Schema;
  readonly rules: readonly PropertyDecorator[];
}

type Convert = (value: unknown) => unknown;

/** A member of a class: its property in camel case, its name in JSON, and the class of its objects. */
interface Member {
  readonly property: string;
  readonly name: string;
  readonly nested?: DtoClass;
  readonly isObserved: boolean;
  readonly conversions: readonly Convert[];
}

const DECLARATION = 'trunkline:declaration';
const CONVERSIONS = 'trunkline:conversions';

export function declare(prototype: object, property: string | symbol, declaration: Declaration): void {
  Reflect.defineMetadata(DECLARATION, declaration, prototype, property);
}

export function declarationOf(type: DtoClass, property: string): Declaration | undefined {
  return Reflect.getMetadata(DECLARATION, type.prototype as object, property) as Declaration | undefined;
}

export function conversionsOf(prototype: object, property: string | symbol): readonly Convert[] {
  return (Reflect.getMetadata(CONVERSIONS, prototype, property) ?? []) as Convert[];
}

/** Converts a member when it is read, before it is validated. Of several conversions, the last one runs first. */
export function Conversion(...converts: readonly Convert[]): PropertyDecorator {
  return (prototype, property) => {
    const later = Reflect.getOwnMetadata(CONVERSIONS, prototype, property) as Convert[] | undefined;
    Reflect.defineMetadata(CONVERSIONS, [...converts, ...(later ?? [])], prototype, property);
  };
}

const known = new WeakMap<DtoClass, readonly Member[]>();
const observed = new WeakMap<DtoClass, readonly string[]>();

function membersOf(type: DtoClass): readonly Member[] {
  const found = known.get(type);
  if (found) return found;
  const members = [...fieldsOf(type)].map(([property, { schema }]) => ({
    property,
    name: wireName(property),
    nested: nestedOf(schema),
    isObserved: declarationOf(type, property)?.options.observed === true,
    conversions: conversionsOf(type.prototype as object, property),
  }));
  known.set(type, members);
  return members;
}

function nestedOf({ dto, items, anyOf }: Schema): DtoClass | undefined {
  const [whole] = (anyOf ?? [items ?? {}]) as Schema[];
  const nested = (dto ?? whole?.dto)?.();
  return nested && isDeclared(nested) ? nested : undefined;
}

/** A class whose members are only described, for the document, is left to the domain. */
function isDeclared(type: DtoClass): boolean {
  return [...fieldsOf(type).keys()].some((property) => declarationOf(type, property));
}

/**
 * Returns a result in the form of JSON: the declared members of its class with their names in snake case, and times as Unix
 * seconds. A class without declared members, such as a union, is sent as it is.
 */
export function written(type: DtoClass | undefined, value: unknown): unknown {
  if (!type || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => written(type, each));
  const members = membersOf(type);
  return members.length === 0 ? value : writtenMembers(members, value as Readonly<Record<string, unknown>>);
}

function writtenMembers(members: readonly Member[], value: Readonly<Record<string, unknown>>): object {
  const body: Record<string, unknown> = {};
  for (const { property, name, nested } of members) {
    const member = value[property];
    if (member instanceof Date) body[name] = unixSeconds(member);
    else if (member !== undefined) body[name] = nested ? written(nested, member) : member;
  }
  return body;
}

export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the names in JSON of the observed members of a class. */
export function observedOf(type: DtoClass): readonly string[] {
  const found = observed.get(type);
  if (found) return found;
  const names = membersOf(type).flatMap(({ name, isObserved }) => (isObserved ? [name] : []));
  observed.set(type, names);
  return names;
}

/** Reads a JSON object as an instance of its class: only the members that were sent. Calls `unknown` with the other names. */
export function read<T extends object>(type: new () => T, body: object, unknown: (path: string) => void, path = ''): T {
  const instance = new type();
  const members = new Map(membersOf(type).map((member) => [member.name, member]));
  for (const [name, value] of Object.entries(body)) {
    const member = members.get(name);
    if (member) Object.assign(instance, { [member.property]: readMember(member, value, unknown, path + name) });
    else unknown(path + name);
  }
  return instance;
}

function readMember({ nested, conversions }: Member, value: unknown, unknown: (path: string) => void, path: string) {
  if (!nested) return conversions.reduce((converted, convert) => convert(converted), value);
  const readOne = (each: unknown, at: string): unknown =>
    isPlainObject(each) ? read(nested as new () => object, each, unknown, `${at}.`) : each;
  return Array.isArray(value) ? value.map((each, n) => readOne(each, `${path}.${n}`)) : readOne(value, path);
}
