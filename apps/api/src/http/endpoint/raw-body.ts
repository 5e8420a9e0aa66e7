import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from './edge-request';

export const RAW_BODY_MAX = '256kb';

/** The paths of third parties' callbacks, which are signed byte for byte. */
const CALLBACKS = '/webhooks/';

/** Paths whose bodies are forms, which the authorization server reads. */
const FORMS = '/oauth2/';

/** True if the handler reads the body itself. */
export function isForm(path: string): boolean {
  return path.startsWith(FORMS);
}

export function isCallback(path: string): boolean {
  return path.startsWith(CALLBACKS);
}

/** A header of a third party's callback by its lower-case name; null if it is missing or repeated. */
export const CallbackHeader = createParamDecorator((name: string, context: ExecutionContext): string | null => {
  const header = requestOf(context).headers[name];
  return typeof header === 'string' ? header : null;
});

/** The headers of a third party's callback by lower-case name, without repeated ones. */
export const CallbackHeaders = createParamDecorator((_: unknown, context: ExecutionContext): Map<string, string> => {
  const { headers } = requestOf(context);
  const single = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') single.set(name, value);
  return single;
});

const CSV = /^text\/csv\s*(;|$)/i;

/** A file of 400,000 numbers, or 200,000 prices. */
export const CSV_BODY_MAX = '32mb';

export function isCsv(contentType: string | undefined): boolean {
  return CSV.test(contentType ?? '');
}

/** The body as a CSV file; null if it is JSON. */
export const CsvBody = createParamDecorator((_: unknown, context: ExecutionContext): Buffer | null => {
  return requestOf(context).edge.rawBody ?? null;
});

/** The unparsed body of a third party's callback. */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  return requestOf(context).edge.rawBody ?? Buffer.alloc(0);
});
