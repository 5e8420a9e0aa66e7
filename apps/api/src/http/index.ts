export {
  type CallerInfo,
  Caller,
  IfMatch,
  MailboxParam,
  OperationId,
  PathCountry,
  PathE164,
  PathId,
  Who,
} from './params';
export { DeviceCookies } from './device-cookies';
export { Download } from './download';
export { Cursors, LongPageQuery, type PageAnswer, PageQuery, pageOfDto } from './cursors';
export { Endpoint, type EndpointOptions } from './endpoint';
export {
  Cents,
  Country,
  Decimal,
  E164,
  Email,
  type FieldOptions,
  Flag,
  Id,
  Integer,
  isPhoneNumber,
  NumberCountry,
  OneOf,
  Secret,
  Text,
  UnixTime,
} from './fields';
export { AnyObject, Ids, ListOf, Nested, PhoneNumbers, TextMap, Texts } from './list-fields';
export { type ErrorCode } from './error-codes';
export { Precondition } from './precondition';
export { QueryCountries, QueryFlag, QueryIds, QueryInteger, QueryList, QueryOneOf, QueryTime } from './query-fields';
export { CallbackHeader, CallbackHeaders, RawBody } from './raw-body';
export { Redirection } from './redirection';
export { SessionCookies } from './session-cookies';
