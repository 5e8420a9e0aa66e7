import { HttpCode, RequestMethod, SetMetadata } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { type CredentialKind, OAUTH_SCOPES, type Permission } from '@trunkline/kernel';
import type { WorkKind } from '@trunkline/platform';
import { pageOfDto } from '../answers/cursors';
import { IfMatch } from './params';
import type { EndpointOptions, Policy } from './policy';
import type { Precondition } from './precondition';

const OPTIONS = 'trunkline:endpoint';
const policies = new WeakMap<object, Policy>();
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const ETAG_METHODS = ['GET', 'PATCH', 'PUT'];
const oauthScopes: readonly string[] = OAUTH_SCOPES;

function permissionsOf({ access }: EndpointOptions): readonly Permission[] {
  if (typeof access !== 'string') return 'anyOf' in access ? [] : access;
  return access === 'public' || access === 'partial' || access === 'operator' ? [] : [access];
}

function anyPermissionOf({ access }: EndpointOptions): readonly Permission[] {
  return typeof access !== 'string' && 'anyOf' in access ? access.anyOf : [];
}

function credentialsOf(options: EndpointOptions, permissions: readonly Permission[]): readonly CredentialKind[] {
  if (options.credentials) return options.credentials;
  if (options.access === 'partial') return ['session'];
  return permissions.every((each) => oauthScopes.includes(each)) ? ['session', 'key', 'oauth'] : ['session', 'key'];
}

/** Endpoints of the user require no permission; for them, the method decides. */
function isWrite(permissions: readonly Permission[], isChange: boolean): boolean {
  return permissions.length > 0 ? permissions.some((each) => !each.endsWith(':read')) : isChange;
}

/** See docs/operations.md#bulkheads. */
function workKindOf({ page, file, stream, isReport }: EndpointOptions, isChange: boolean): WorkKind {
  const readsMany = isReport || file !== undefined || stream !== undefined || page !== undefined;
  return readsMany && !isChange ? 'lists' : 'rest';
}

function policyOf(options: EndpointOptions, method: string): Policy {
  const permissions = permissionsOf(options);
  const anyPermission = anyPermissionOf(options);
  const isChange = !SAFE_METHODS.includes(method);
  return {
    ...options,
    permissions,
    anyPermission,
    credentials: credentialsOf(options, permissions),
    status: options.status ?? (method === 'POST' ? 201 : 200),
    idempotency: isChange ? (options.idempotency ?? 'transaction') : 'none',
    method,
    isChange,
    isWrite: isWrite([...permissions, ...anyPermission], isChange),
    workKind: workKindOf(options, isChange),
    hasEtag: !options.plain && ETAG_METHODS.includes(method) && !options.page && options.answer !== undefined,
  };
}

type Handler = (...args: never[]) => unknown;
type Reader<Handles extends Handler> = (...args: Parameters<Handles>) => Promise<object>;

/** Declares an endpoint; see EndpointOptions. */
export function Endpoint<const Read extends string | null = never>(
  options: EndpointOptions & { readonly ifMatch?: Read },
) {
  return <Handles extends Handler>(
    controller: Readonly<Record<Extract<NoInfer<Read>, string>, Reader<Handles>>>,
    method: string,
    descriptor: TypedPropertyDescriptor<Handles>,
  ): void => {
    checkFirst(options, controller, method, descriptor);
    SetMetadata(OPTIONS, options)(controller, method, descriptor);
    if (options.status) HttpCode(options.status)(controller, method, descriptor);
  };
}

/** Checks If-Match before the handler, but after its parameters are validated: the precondition is one more parameter of it. */
function checkFirst(
  { ifMatch, answer }: EndpointOptions,
  controller: object,
  method: string,
  descriptor: PropertyDescriptor,
): void {
  if (typeof ifMatch !== 'string') return;
  if (!answer) throw new Error(`${method} has no answer, which If-Match compares.`);
  const handle = descriptor.value as (...args: unknown[]) => unknown;
  IfMatch()(controller, method, handle.length);
  descriptor.value = async function (this: Record<string, Reader<Handler>>, ...args: unknown[]) {
    const read = this[ifMatch] as (...args: unknown[]) => Promise<object>;
    const precondition = args[handle.length] as Precondition;
    await precondition.holds([policyFor(read)?.answer ?? answer, () => read.apply(this, args)]);
    return handle.apply(this, args);
  };
}

/** Returns the policy of a handler, or undefined if it declares none. */
export function policyFor(handler: object): Policy | undefined {
  const known = policies.get(handler);
  if (known) return known;
  const options = Reflect.getMetadata(OPTIONS, handler) as EndpointOptions | undefined;
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
  if (!options || !method) return undefined;
  const { page } = options;
  const policy = policyOf(page ? { ...options, answer: pageOfDto(page) } : options, method);
  policies.set(handler, policy);
  return policy;
}
