import { invalidFields } from '@trunkline/kernel';

/** Returns the value of a member with two names. Throws 422 for two different values. */
export function agreed<T>(names: Readonly<Record<string, T | undefined>>): T | undefined {
  const given = Object.entries(names).filter(([, value]) => value !== undefined);
  const [first] = given;
  if (given.some(([, value]) => value !== first?.[1])) {
    const message = `${Object.keys(names).join(' and ')} are aliases and must have the same value`;
    throw invalidFields(Object.fromEntries(given.map(([name]) => [name, message])));
  }
  return first?.[1];
}
