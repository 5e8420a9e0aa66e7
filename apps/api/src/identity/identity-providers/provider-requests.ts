import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { views } from '@trunkline/identity';
import { requestOf } from '../../http/endpoint/edge-request';
import { readProviderCookie } from './provider-cookie';

const MEMBERS_MAX = 30;

export interface BrowserDeparting {
  readonly browserSecret: string | null;
  readonly linkingSession: views.LinkingSession | null;
}

export interface BrowserArriving {
  readonly browserSecret: string | null;
  /** Query parameters of the callback, by name. */
  readonly answer: Readonly<Record<string, string>>;
}

/** Reads the browser secret, and the session to link an identity to, if LinkingGuard found one. */
export const Departing = createParamDecorator((_: unknown, context: ExecutionContext): BrowserDeparting => {
  const { headers, edge } = requestOf(context);
  const linkingSession = edge.principal
    ? { userId: edge.principal.userId, sessionId: edge.principal.credentialId }
    : null;
  return { browserSecret: readProviderCookie(headers.cookie), linkingSession };
});

/**
 * Reads the browser secret and the callback parameters. Drops repeated parameters: RFC 6749, section 3.1 forbids them, and
 * they can make two parsers read different values.
 */
export const Arriving = createParamDecorator((_: unknown, context: ExecutionContext): BrowserArriving => {
  const { headers, query } = requestOf(context);
  const single = Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return {
    browserSecret: readProviderCookie(headers.cookie),
    answer: Object.fromEntries(single.slice(0, MEMBERS_MAX)),
  };
});
