import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { EdgeRequest } from './edge-request';

/** Contract, section 0, Bodies. */
export const RAW_BODY_MAX = '256kb';

/** Third parties call back under here (contract, section 23), and sign the bytes that they send. */
const CALLBACKS = '/webhooks/';

export function isCallback(path: string): boolean {
  return path.startsWith(CALLBACKS);
}

/** A header of a third party's callback by its lower-case name; null where it is missing, or comes several times. */
export const CallbackHeader = createParamDecorator((name: string, context: ExecutionContext): string | null => {
  const header = context.switchToHttp().getRequest<EdgeRequest>().headers[name];
  return typeof header === 'string' ? header : null;
});

/** Every header that comes once, by its lower-case name: which of them carries a signature is its sender's choice. */
export const CallbackHeaders = createParamDecorator((_: unknown, context: ExecutionContext): Map<string, string> => {
  const { headers } = context.switchToHttp().getRequest<EdgeRequest>();
  const single = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') single.set(name, value);
  return single;
});

/** The body of a third party's callback, byte for byte. */
export const RawBody = createParamDecorator((_: unknown, context: ExecutionContext): Buffer => {
  return context.switchToHttp().getRequest<EdgeRequest>().edge.rawBody ?? Buffer.alloc(0);
});
