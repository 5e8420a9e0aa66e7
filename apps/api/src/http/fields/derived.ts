import { fieldsOf } from '../openapi/schema';
import { field } from './fields';
import { Conversion, conversionsOf, declarationOf, type FieldOptions } from './members';

// The bodies of a resource are derived from the class of its settings, as the mapped types of Nest are. Members of a derived
// class that differ are declared in it again.

type Dto<T> = new () => T;

/** Declares members of `source` again for a new class, with other options. */
function derived(source: Dto<object>, optionsOf: (property: string) => Partial<FieldOptions> | null): Dto<object> {
  class Derived {}
  const { prototype } = source;
  for (const property of fieldsOf(source).keys()) {
    const declaration = declarationOf(source, property);
    const options = optionsOf(property);
    if (!options) continue;
    if (!declaration)
      throw new Error(`${source.name}.${property} is only described, so no class can be derived with it.`);
    field(
      { ...declaration.options, ...options },
      declaration.schema,
      ...declaration.rules,
    )(Derived.prototype, property);
    Conversion(...conversionsOf(prototype as object, property))(Derived.prototype, property);
  }
  return Derived;
}

/** Returns a class with some of the members of `source`. */
export function PickType<T extends object, K extends keyof T & string>(
  source: Dto<T>,
  names: readonly K[],
): Dto<Pick<T, K>> {
  return derived(source, (property) => (names.includes(property as K) ? {} : null)) as Dto<Pick<T, K>>;
}

/** Returns a class whose members are all optional: the body of a PATCH. */
export function PartialType<T extends object>(source: Dto<T>): Dto<Partial<T>> {
  return derived(source, () => ({ optional: true }));
}

/** The members of `T` without those that have a default, which are optional. */
type WithDefaultsOf<T, D> = Omit<T, keyof D> & Partial<Pick<T, keyof D & keyof T>>;

/**
 * Returns a class whose members with a default are optional: the body of a POST. The domain applies the defaults; a default
 * that depends on other members is `undefined` here.
 */
export function WithDefaults<T extends object, D extends { readonly [K in keyof T]?: T[K] }>(
  source: Dto<T>,
  defaults: D,
): Dto<WithDefaultsOf<T, D>> {
  return derived(source, (property) =>
    property in defaults ? { optional: true, default: defaults[property as keyof D] } : {},
  ) as Dto<WithDefaultsOf<T, D>>;
}
