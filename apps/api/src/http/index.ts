export { ACTOR_ID, ACTOR_KIND, ActorDto } from './answers/actor.dto';
export { EdgeErrors } from './answers/edge-errors';
export {
  Caller,
  IfMatch,
  MailboxParam,
  OperationId,
  PathCountry,
  PathE164,
  PathId,
  SilentText,
  Who,
} from './endpoint/params';
export { DeviceCookies } from './credentials/device-cookies';
export { Otherwise } from './answers/envelope.adapter';
export { DeletedResourceDto } from './answers/deleted-resource.dto';
export { Download } from './answers/download';
export {
  filtersIn,
  ListQuery,
  mapPage,
  LONG_PAGE_LIMIT,
  LongPageLimit,
  LongPageQuery,
  NextCursor,
  type PageAnswer,
  PageCursor,
  PageQuery,
  pageOfQuery,
} from './answers/cursors';
export { Endpoint } from './endpoint/endpoint';
export { type EndpointOptions } from './endpoint/policy';
export { DescribedAs, type DtoClass, SchemaOf, schemaName } from './openapi/schema';
export { jsonSchemaOf } from './openapi/json-schema';
export { Tag } from './openapi/tag';
export {
  Cents,
  Country,
  Currency,
  Decimal,
  E164,
  Email,
  Flag,
  Id,
  Integer,
  IpAddress,
  NumberCountry,
  OneOf,
  Secret,
  Text,
  UnixTime,
} from './fields/fields';
export {
  AnyObject,
  AnyValue,
  Countries,
  Ids,
  ListOf,
  type ListOptions,
  Nested,
  PhoneNumbers,
  TextMap,
  Texts,
} from './fields/list-fields';
export { CalendarDate } from './fields/date-fields';
export { Conversion, type FieldOptions, toJson } from './fields/members';
export { csvOf, type ListFormat, pageOrCsv, QueryFormat } from './answers/csv';
export { PartialType, PickType, WithDefaults } from './fields/derived';
export { given } from './fields/given';
export { type ErrorCode } from './answers/error-codes';
export { Precondition } from './endpoint/precondition';
export {
  CommaSeparated,
  QueryAddressCountries,
  QueryCountries,
  QueryDigits,
  QueryE164,
  QueryFlag,
  QueryIds,
  QueryInteger,
  QueryList,
  QueryOneOf,
  QueryOrder,
  QueryParty,
  QueryPrefix,
  QueryTime,
  TimeZoneName,
} from './fields/query-fields';
export { CallbackHeader, CallbackHeaders, CsvBody, RawBody } from './endpoint/raw-body';
export { EventStream, type StreamMessage, type StreamPage } from './streams/event-stream';
export { LAST_EVENT_ID, LastEventId, STREAM_HINT } from './streams/last-event-id';
export { Streams } from './streams/streams';
export { ReadsCsv, UploadedLines } from './endpoint/csv-uploads';
export { type FormFile, isUploadedForm, readForm } from './endpoint/uploads';
export { type CallerInfo, type EdgeRequest, requestOf } from './endpoint/edge-request';
export { Redirection } from './answers/redirection';
export { SessionCookies } from './credentials/session-cookies';
