import { invalidFields } from '@trunkline/kernel';

/** One value under two names (contract, section 9: accept both, reject both at once if they differ). */
export function agreed<T>(names: Readonly<Record<string, T | undefined>>): T | undefined {
  const given = Object.entries(names).filter(([, value]) => value !== undefined);
  const [first] = given;
  if (given.some(([, value]) => value !== first?.[1])) {
    const message = `${Object.keys(names).join(' and ')} mean the same and differ`;
    throw invalidFields(Object.fromEntries(given.map(([name]) => [name, message])));
  }
  return first?.[1];
}
