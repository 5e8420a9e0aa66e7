import { applyDecorators, HttpCode, RequestMethod, SetMetadata } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { type CredentialKind, OAUTH_SCOPES, type Permission } from '@trunkline/kernel';
import type { ErrorCode } from '../answers/error-codes';
import type { LimitName } from '../limits/limits';
import type { DtoClass } from '../openapi/schema';

/** The declaration of an endpoint. The start fails for a handler without one, so that no endpoint is open by accident. */
export interface EndpointOptions {
  /** The operation's id: the method of an SDK, such as `sipTrunks.gateways.create`. See docs/api-reference.md#operation-ids. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * `public`; `partial`: any session, the second factor still owed or not; `operator`: an operator's token on the
   * internal listener; else what the credential must cover.
   */
  readonly access: 'public' | 'partial' | 'operator' | Permission | readonly Permission[];
  /** Default: all three where OAuth can grant every permission asked for, else session and key. */
  readonly credentials?: readonly CredentialKind[];
  /** Default: 201 for POST, else 200. With 302 the handler returns a Redirection. */
  readonly status?: number;
  /** The class of `data`; none means that `data` is null, or that there is no body with 204. */
  readonly answer?: DtoClass;
  /** The media type of the Download that the handler returns: no envelope, and no `answer`. */
  readonly file?: string;
  /** `data` is null where there is no such thing, which is no error. */
  readonly mayBeNull?: boolean;
  /** Codes beyond those that every endpoint of its kind can answer. */
  readonly fails?: readonly ErrorCode[];
  /**
   * `transaction`: with an Idempotency-Key the whole handler and the stored answer are one transaction.
   * `operation`: the handler reaches outside; it is given an operation id and resumes what carries that id.
   * `none`: the key is accepted and ignored (contract: `/auth/*` other than sign-up).
   */
  readonly idempotency?: 'transaction' | 'operation' | 'none';
  readonly limit?: LimitName;
  /** Answers in a form of its own, without envelope, and is counted against nobody: `/health`. */
  readonly plain?: boolean;
  /** The status with which a plain endpoint answers in the same form when it reports a failure. */
  readonly failStatus?: number;
  /** The response can set or clear the cookies of the session and the device. */
  readonly setsCookies?: boolean;
  /** What the handler reads without a class of its own, for the document. */
  readonly reads?: DocumentedInput;
  /** Comes from a third party by signature, from few addresses and often: counted against nobody. */
  readonly uncounted?: boolean;
  /** The query is a third party's: nothing in it is refused, and the handler takes what it knows. */
  readonly openQuery?: boolean;
  /**
   * Answers 204 whatever JSON it is sent, and whatever query: nothing in them is refused. Past the limit of the network
   * address it still answers 204, and does nothing. Such a handler reads `MailboxParam`, never a body.
   */
  readonly silent?: boolean;
  /** States in which a write (see Policy) is allowed all the same; reads always are. */
  readonly allowed?: { readonly suspended?: boolean; readonly pendingClosure?: boolean };
  /** Rejected for accounts of tier manual_review. */
  readonly isOrder?: boolean;
  /** Needs a session that signed in within 15 minutes, or `password` in the body, which the handler then checks. */
  readonly recentSignIn?: boolean;
  /** How long anyone may keep a plain answer; left out: not at all. */
  readonly cacheSeconds?: number;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly example: string;
}

export interface DocumentedInput {
  readonly body?: DtoClass;
  readonly headers?: readonly DocumentedParameter[];
  readonly query?: readonly DocumentedParameter[];
}

export interface Policy extends EndpointOptions {
  readonly permissions: readonly Permission[];
  readonly credentials: readonly CredentialKind[];
  readonly idempotency: 'transaction' | 'operation' | 'none';
  readonly status: number;
  readonly method: string;
  /** By its method: needs an Origin, takes an Idempotency-Key. */
  readonly isChange: boolean;
  /** By its permission: refused to accounts that may only read. A POST that only computes an answer is a read. */
  readonly isWrite: boolean;
  readonly hasEtag: boolean;
}

const OPTIONS = 'trunkline:endpoint';
const policies = new WeakMap<object, Policy>();
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const ETAG_METHODS = ['GET', 'PATCH', 'PUT'];
const oauthScopes: readonly string[] = OAUTH_SCOPES;

function permissionsOf({ access }: EndpointOptions): readonly Permission[] {
  if (typeof access !== 'string') return access;
  return access === 'public' || access === 'partial' || access === 'operator' ? [] : [access];
}

function credentialsOf(options: EndpointOptions, permissions: readonly Permission[]): readonly CredentialKind[] {
  if (options.credentials) return options.credentials;
  if (options.access === 'partial') return ['session'];
  return permissions.every((each) => oauthScopes.includes(each)) ? ['session', 'key', 'oauth'] : ['session', 'key'];
}

/** Without a permission, which is for what belongs to the user, the method tells. */
function isWrite(permissions: readonly Permission[], isChange: boolean): boolean {
  return permissions.length > 0 ? permissions.some((each) => !each.endsWith(':read')) : isChange;
}

function policyOf(options: EndpointOptions, method: string): Policy {
  const permissions = permissionsOf(options);
  const isChange = !SAFE_METHODS.includes(method);
  return {
    ...options,
    permissions,
    credentials: credentialsOf(options, permissions),
    status: options.status ?? (method === 'POST' ? 201 : 200),
    idempotency: isChange ? (options.idempotency ?? 'transaction') : 'none',
    method,
    isChange,
    isWrite: isWrite(permissions, isChange),
    hasEtag:
      !options.plain && ETAG_METHODS.includes(method) && options.answer !== undefined && !('isPage' in options.answer),
  };
}

/** Declares an endpoint; see EndpointOptions. */
export function Endpoint(options: EndpointOptions): MethodDecorator {
  return applyDecorators(SetMetadata(OPTIONS, options), ...(options.status ? [HttpCode(options.status)] : []));
}

/** Takes an Idempotency-Key. */
export function isKeyed({ isChange, idempotency }: Policy): boolean {
  return isChange && idempotency !== 'none';
}

/** Counts against a rate limit of the account or of the network address. */
export function isCounted({ access, uncounted, plain }: Policy): boolean {
  return access !== 'operator' && !uncounted && !plain;
}

/** The policy of a handler, or undefined when it declares none. */
export function policyFor(handler: object): Policy | undefined {
  const known = policies.get(handler);
  if (known) return known;
  const options = Reflect.getMetadata(OPTIONS, handler) as EndpointOptions | undefined;
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number];
  if (!options || !method) return undefined;
  const policy = policyOf(options, method);
  policies.set(handler, policy);
  return policy;
}
