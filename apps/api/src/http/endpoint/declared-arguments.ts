import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { invalidFields } from '@trunkline/kernel';
import type { EdgeRequest } from './edge-request';

/** Metadata key of the index of a parameter that is the query of a list. */
export const LIST_QUERY = 'trunkline:list-query';

interface Reads {
  readonly query: boolean;
  readonly body: boolean;
}

const known = new WeakMap<object, Reads>();

/** Records whether a handler reads the query and the body. */
export function recordArguments(controller: object, method: string, handler: object): void {
  const args = Object.keys((Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object);
  const takes = (type: RouteParamtypes) => args.some((key) => key.startsWith(`${type}:`));
  const takesList = Reflect.hasMetadata(LIST_QUERY, (controller as { prototype: object }).prototype, method);
  known.set(handler, { query: takesList || takes(RouteParamtypes.QUERY), body: takes(RouteParamtypes.BODY) });
}

/** Throws 422 that names the query parameters and body members that the handler does not read. */
export function rejectUnknownInput(request: EdgeRequest, handler: object): void {
  const reads = known.get(handler);
  if (!reads) return;
  const unread = [...(reads.query ? [] : Object.keys(request.query)), ...(reads.body ? [] : membersOf(request.body))];
  if (unread.length > 0) throw invalidFields(Object.fromEntries(unread.map((name) => [name, 'is not a known field'])));
}

function membersOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : [];
}
