import type { CredentialKind, Permission } from '@trunkline/kernel';
import type { WorkKind } from '@trunkline/platform';
import type { Failure } from '../answers/error-codes';
import type { LimitName } from '../limits/limits';
import type { DtoClass } from '../openapi/schema';

export interface AnyPermission {
  readonly anyOf: readonly Permission[];
}

/** The declaration of an endpoint. The application does not start with an undeclared one, so none is open by accident. */
export interface EndpointOptions {
  /** Id of the operation, used as the SDK method, such as `sipTrunks.gateways.create`. See docs/api-reference.md#operation-ids. */
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  /**
   * `public`: no credential. `partial`: any session, even before its second factor. `operator`: an operator token on the
   * internal listener. Otherwise the permissions that the credential must have: all of a list, or one of `anyOf`, and then the
   * handler checks which.
   */
  readonly access: 'public' | 'partial' | 'operator' | Permission | readonly Permission[] | AnyPermission;
  /** Default: session and key, and OAuth if it can grant every required permission. */
  readonly credentials?: readonly CredentialKind[];
  /** Default: 201 for POST, otherwise 200. With 302, the handler returns a Redirection; with 303, it redirects itself. */
  readonly status?: number;
  /** The class of `data`. Without it, `data` is null, or the response has no body (204). */
  readonly answer?: DtoClass;
  /** The other success, which the handler returns as `Otherwise`. */
  readonly otherwise?: { readonly status: number; readonly answer: DtoClass; readonly description: string };
  /** The class of the items of a list. Excludes `answer`; the handler takes its query as `ListQuery` and returns a `Page`. */
  readonly page?: DtoClass;
  /**
   * The method of this controller that reads the resource, whose ETag If-Match is compared with. It takes the first parameters
   * of this handler, and its result is written as its own `answer` if it is an endpoint, else as that of this one. Null if the
   * handler takes the `Precondition` itself, because it compares several representations or opens its own transaction. See
   * docs/decisions/0006-if-match-by-repeatable-read.md.
   */
  readonly ifMatch?: string | null;
  /** The media types of the Download that the handler returns. Excludes `answer`; sent without envelope. */
  readonly file?: string | readonly string[];
  /** The list or report is also a CSV file: the handler returns a Download for `format=csv`. */
  readonly isAlsoCsv?: boolean;
  /** The body as a form with one file. The handler reads the other fields as its body, and its DTO describes the JSON. */
  readonly form?: DtoClass;
  /**
   * Also accepts the body as `text/csv`, which the handler takes as `CsvBody()`: the columns, for the document. Its JSON may be
   * as large, 32 MiB, and its DTO must accept a body without members.
   */
  readonly csv?: string;
  /**
   * The body is a CSV file, which an interceptor reads part by part: as `text/csv`, with the other members in the query, or as
   * the file of a form of this class, whose fields are read as the query.
   */
  readonly csvForm?: DtoClass;
  /** The class of the data of the server-sent events that the handler returns as an EventStream. Excludes `answer`. */
  readonly stream?: DtoClass;
  /** `data` is null if the resource does not exist, which is not an error. */
  readonly mayBeNull?: boolean;
  /** Error codes in addition to the common ones. */
  readonly fails?: readonly Failure[];
  /**
   * `transaction`: with an Idempotency-Key, the handler and the stored response share one transaction.
   * `operation`: the handler calls external systems, so it runs in no transaction. It gets an operation id, resumes the
   * operation with that id, and reads the outcome of a finished one. The response is stored after the handler.
   * `none`: the key is accepted and ignored.
   */
  readonly idempotency?: 'transaction' | 'operation' | 'none';
  readonly limit?: LimitName;
  /** Sends the response without envelope, and is exempt from rate limits, such as `/health`. */
  readonly plain?: boolean;
  /** Part of the OAuth 2.0 protocol: a form as body, responses and errors of RFC 6749, without envelope. */
  readonly oauth?: boolean;
  /** A request of OAuth 2.0 that is accepted whatever it contains: only the rate limit and outages are errors. */
  readonly acceptsAll?: boolean;
  /** The plain response that reports a failure, with the same body as a success. */
  readonly failure?: { readonly status: number; readonly description: string };
  /** The response can set or clear the session and device cookies. */
  readonly setsCookies?: boolean;
  /** Input that the handler reads without a DTO, for the document. */
  readonly reads?: DocumentedInput;
  /** Accepts unknown query parameters, because a third party builds the query. */
  readonly openQuery?: boolean;
  /**
   * Returns 204 for any JSON body and query, without validation. Above the limit of the network address, it also returns
   * 204 but does nothing. Such a handler reads `MailboxParam` instead of a body.
   */
  readonly silent?: boolean;
  /** Account states in which a write (see Policy) is allowed. Reads are always allowed. */
  readonly allowed?: { readonly suspended?: boolean; readonly pendingClosure?: boolean };
  /** Rejected for accounts of tier manual_review. */
  readonly isOrder?: boolean;
  /** Requires a sign-in within the last 15 minutes, or `password` in the body, which the handler verifies. */
  readonly recentSignIn?: boolean;
  /** Reads many rows, as lists, exports and streams do: it shares their database connections. See docs/operations.md#bulkheads. */
  readonly isReport?: boolean;
  /** How long a plain response may be cached. Default: not at all. */
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
  /** The credential must have all of them. */
  readonly permissions: readonly Permission[];
  /** The credential must have one of them, unless there are none. */
  readonly anyPermission: readonly Permission[];
  readonly credentials: readonly CredentialKind[];
  readonly idempotency: 'transaction' | 'operation' | 'none';
  readonly status: number;
  readonly method: string;
  /** Whether the method changes state. A change requires an Origin and accepts an Idempotency-Key. */
  readonly isChange: boolean;
  /** Whether the permission allows writing. Read-only accounts cannot write. A POST that only computes is a read. */
  readonly isWrite: boolean;
  readonly hasEtag: boolean;
  readonly workKind: WorkKind;
}

/** Returns true if the endpoint accepts an Idempotency-Key. */
export function isKeyed({ isChange, idempotency }: Policy): boolean {
  return isChange && idempotency !== 'none';
}

/** Returns true if requests count against the rate limit of the account or of the network address. */
export function isCounted({ access, plain }: Policy): boolean {
  return access !== 'operator' && !plain;
}
