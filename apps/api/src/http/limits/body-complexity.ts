import { invalidFields } from '@trunkline/kernel';

const DEPTH_MAX = 10;
const ITEMS_MAX = 1000;
const MEMBERS_MAX = 200;

/**
 * Throws `invalid_input` for a body that no endpoint accepts, before it is validated: nesting that would exhaust the
 * stack, lists and objects whose list of errors would be endless, and members of Object.prototype.
 */
export function assertBodyComplexity(value: unknown): void {
  const faults = faultsOf(value, '', 0);
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults));
}

type Fault = readonly [name: string, message: string];

function faultsOf(value: unknown, path: string, depth: number): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  const name = path || 'body';
  if (depth > DEPTH_MAX) return [[name, 'is nested too deeply']];
  return Array.isArray(value) ? faultsOfList(value, name, depth) : faultsOfObject(value, path, depth);
}

function faultsOfList(items: readonly unknown[], path: string, depth: number): Fault[] {
  if (items.length > ITEMS_MAX) return [[path, `must have at most ${ITEMS_MAX} items`]];
  if (items.some(Array.isArray)) return [[path, 'must not be a list of lists']];
  return items.flatMap((item, index) => faultsOf(item, `${path}.${index}`, depth + 1));
}

function faultsOfObject(value: object, path: string, depth: number): Fault[] {
  const members = Object.entries(value);
  if (members.length > MEMBERS_MAX) return [[path || 'body', `must have at most ${MEMBERS_MAX} members`]];
  return members.flatMap(([member, inner]) => {
    const name = path ? `${path}.${member}` : member;
    return member in Object.prototype ? [[name, 'is not a known field'] as const] : faultsOf(inner, name, depth + 1);
  });
}
