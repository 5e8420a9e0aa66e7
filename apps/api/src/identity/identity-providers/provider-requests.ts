import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Linker } from '@trunkline/identity';
import type { EdgeRequest } from '../../http/endpoint/edge-request';
import { readProviderCookie } from './provider-cookie';

const MEMBERS_MAX = 30;

export interface BrowserDeparting {
  readonly browserSecret: string | null;
  readonly linker: Linker | null;
}

export interface BrowserArriving {
  readonly browserSecret: string | null;
  /** What the provider appended to the address, by name. */
  readonly answer: Readonly<Record<string, string>>;
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>();

/** The browser on its way to a provider, and whose session it is to link, where LinkingGuard has found one. */
export const Departing = createParamDecorator((_: unknown, context: ExecutionContext): BrowserDeparting => {
  const { headers, edge } = requestOf(context);
  const linker = edge.principal ? { userId: edge.principal.userId, sessionId: edge.principal.credentialId } : null;
  return { browserSecret: readProviderCookie(headers.cookie), linker };
});

/**
 * The browser on its way back. A name that stands twice in the address is left out: no provider sends one (RFC 6749,
 * section 3.1), and whoever does means two readers to see two values.
 */
export const Arriving = createParamDecorator((_: unknown, context: ExecutionContext): BrowserArriving => {
  const { headers, query } = requestOf(context);
  const told = Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return { browserSecret: readProviderCookie(headers.cookie), answer: Object.fromEntries(told.slice(0, MEMBERS_MAX)) };
});
