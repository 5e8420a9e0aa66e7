import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  canonicalNumber,
  CommonErrors,
  emailAddress,
  invalidFields,
  isNumberCountry,
  numberFault,
  type Principal,
} from '@trunkline/kernel';
import { e164In } from './canonical-path';
import { type CallerInfo, callerOf, principalOf, requestOf } from './edge-request';
import { ID_PATTERN, numberCountryRule } from '../fields/fields';
import { Precondition } from './precondition';

/** The principal of the request. For endpoints that are not public. */
export const Who = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => principalOf(requestOf(context)),
);

/** The network address and user agent of the client. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext): CallerInfo => callerOf(requestOf(context)),
);

/**
 * The email address in the body of a silent endpoint, in canonical form. Null if there is no valid one, and if the network
 * address has exceeded its limit.
 */
export const MailboxParam = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const request = requestOf(context);
  const body: unknown = request.body;
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
  return typeof email === 'string' && !request.edge.isOverLimit ? emailAddress(email) : null;
});

/** A text in the body of a silent endpoint, of at most `max` characters; null for anything else. */
export const SilentText = createParamDecorator(
  ({ name, max }: { readonly name: string; readonly max: number }, context: ExecutionContext): string | null => {
    const body: unknown = requestOf(context).body;
    const text: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null;
    return typeof text === 'string' && text !== '' && text.length <= max ? text : null;
  },
);

/** The id of the operation of an `operation` endpoint; the same for all retries with one Idempotency-Key. */
export const OperationId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { operationId } = requestOf(context).edge;
  if (!operationId) throw new Error('OperationId is for endpoints with idempotency: operation.');
  return operationId;
});

/** The If-Match precondition (RFC 9110, section 13.1.1). */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): Precondition => new Precondition(requestOf(context).headers['if-match']),
);

const idParam = createParamDecorator((name: string, context: ExecutionContext): string => {
  const id = requestOf(context).params[name];
  if (typeof id !== 'string' || !ID_PATTERN.test(id)) throw CommonErrors.not_found();
  return id;
});

/** An identifier in the path. An invalid one is 404, like an unknown one. */
export const PathId = (name = 'id'): ParameterDecorator => idParam(name);

const e164Param = createParamDecorator((name: string, context: ExecutionContext): string => {
  const e164 = e164In(String(requestOf(context).params[name]));
  if (e164 === null) throw CommonErrors.not_found();
  const canonical = canonicalNumber(e164)?.e164 ?? e164;
  if (canonical !== e164) throw invalidFields({ [name]: numberFault(e164) ?? '' });
  return e164;
});

/** A number in the path, with a literal `+`, `%2B`, or no plus sign. A spelling that is not canonical is 422. */
export const PathE164 = (name = 'e164'): ParameterDecorator => e164Param(name);

const countryParam = createParamDecorator((name: string, context: ExecutionContext): string => {
  const country = requestOf(context).params[name];
  if (!isNumberCountry(country)) throw invalidFields({ [name]: numberCountryRule.message });
  return country;
});

/** A country of numbers in the path; invalid text is 422. */
export const PathCountry = (name = 'country'): ParameterDecorator => countryParam(name);
