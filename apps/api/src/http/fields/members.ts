import { unixSeconds } from '@trunkline/kernel';
import { type DtoClass, fieldsOf, type Schema } from '../openapi/schema';

/** The options of every field, for the validator and the OpenAPI document. */
export interface FieldOptions {
  readonly description: string;
  readonly example?: unknown;
  /** The value that applies if the member is missing. Documentation only: the domain sets it. */
  readonly default?: unknown;
  /** The member may be missing. */
  readonly optional?: boolean;
  /** The member may be null. */
  readonly nullable?: boolean;
  /** The name in JSON. Default: the property in snake case. */
  readonly jsonName?: string;
  /**
   * False for a member that no client sets, such as the result of a probe: the ETag of the resource stays the same when it
   * changes, so that a change with If-Match is still accepted. Default true.
   */
  readonly inEtag?: boolean;
  /** A guard has used the member, such as a password. It is validated, but handlers do not receive it. */
  readonly guarded?: boolean;
  /** The class of the objects in the member, which are read and written by its declarations. */
  readonly nested?: () => DtoClass;
}

/** The declaration of a member, which a derived class repeats with other options. */
export interface Declaration {
  readonly options: FieldOptions;
  readonly schema: Schema;
  readonly rules: readonly PropertyDecorator[];
}

type Convert = (value: unknown) => unknown;

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

export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what `make` returns for a class, which it is called with once. */
function oncePerClass<T>(make: (type: DtoClass) => T): (type: DtoClass) => T {
  const made = new WeakMap<DtoClass, T>();
  return (type) => {
    const known = made.get(type);
    if (known !== undefined) return known;
    const value = make(type);
    made.set(type, value);
    return value;
  };
}

type Values = Readonly<Record<string, unknown>>;

interface MemberWriter {
  readonly property: string;
  readonly name: string;
  readonly nested: ((value: unknown) => unknown) | undefined;
}

/**
 * Returns the function that turns results of a class into JSON values. Throws if the class has no members, or has a member that
 * is only described: what a response contains must be declared.
 */
export const writerOf = oncePerClass((type): ((value: unknown) => unknown) => {
  const members = [...fieldsOf(type)].map(([property, { name }]): MemberWriter => {
    const declaration = declarationOf(type, property);
    if (!declaration) throw new Error(`${type.name}.${property} is only described, so no response can have it.`);
    const { nested } = declaration.options;
    return { property, name, nested: nested && writerOf(nested()) };
  });
  if (members.length === 0) throw new Error(`${type.name} declares no members, so it cannot be a response.`);
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write);
    return typeof value === 'object' && value !== null ? writtenMembers(members, value as Values) : value;
  };
  return write;
});

function writtenMembers(members: readonly MemberWriter[], value: Values): object {
  const body: Record<string, unknown> = {};
  for (const { property, name, nested } of members) {
    const member = value[property];
    if (member instanceof Date) body[name] = unixSeconds(member);
    else if (member !== undefined) body[name] = nested ? nested(member) : member;
  }
  return body;
}

/**
 * Returns a result, or a list of results, as JSON values: the declared members with their names in JSON, and times as Unix
 * seconds. All other members are left out.
 */
export function toJson(type: DtoClass, result: unknown): unknown {
  return writerOf(type)(result);
}

/** Returns the members of a class that are not in its ETag, by their names in JSON, as absent ones; null if there are none. */
export const outsideEtag = oncePerClass((type): Readonly<Record<string, undefined>> | null => {
  const names = [...fieldsOf(type)].flatMap(([property, { name }]) =>
    declarationOf(type, property)?.options.inEtag === false ? [name] : [],
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, undefined])) : null;
});

/** Receives the paths of unknown members. */
type Unknown = (path: string) => void;

interface MemberReader {
  readonly property: string;
  readonly read: (value: unknown, unknown: Unknown, path: string) => unknown;
}

const readersOf = oncePerClass((type): ReadonlyMap<string, MemberReader> => {
  const members = [...fieldsOf(type)].map(([property, { name }]): [string, MemberReader] => {
    const nested = declarationOf(type, property)?.options.nested?.() as (new () => object) | undefined;
    const conversions = conversionsOf(type.prototype as object, property);
    const converted: MemberReader['read'] = (value) => conversions.reduce((each, convert) => convert(each), value);
    return [name, { property, read: nested ? nestedReader(nested) : converted }];
  });
  return new Map(members);
});

function nestedReader(type: new () => object): MemberReader['read'] {
  const readOne = (value: unknown, unknown: Unknown, path: string) =>
    isPlainObject(value) ? fromJson(type, value, unknown, `${path}.`) : value;
  return (value, unknown, path) =>
    Array.isArray(value)
      ? value.map((each, n) => readOne(each, unknown, `${path}.${n}`))
      : readOne(value, unknown, path);
}

/**
 * Returns a JSON object as an instance of its class, with the members that were sent, before it is validated. Calls `unknown`
 * with the path of each member that the class does not have.
 */
export function fromJson<T extends object>(type: new () => T, body: object, unknown: Unknown, path = ''): T {
  const instance = new type();
  const members = readersOf(type);
  for (const [name, value] of Object.entries(body)) {
    const member = members.get(name);
    if (member) Object.assign(instance, { [member.property]: member.read(value, unknown, path + name) });
    else unknown(path + name);
  }
  return instance;
}

const guardedOf = oncePerClass((type): readonly string[] =>
  [...fieldsOf(type).keys()].filter((property) => declarationOf(type, property)?.options.guarded),
);

/** Removes the members of a validated body that only guards use. */
export function removeGuarded(type: DtoClass, instance: object): void {
  for (const property of guardedOf(type)) Reflect.deleteProperty(instance, property);
}
