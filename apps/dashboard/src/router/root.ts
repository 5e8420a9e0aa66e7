import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { isTrunklineError } from '@trunkline/client';
import { accountQuery } from '../session/account';
import { isSignedOut } from '../session/client';
import { chunk } from '../ui/chunk';
import { Frame } from './frame';
import { texts } from './search';

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Frame });

interface Entered {
  readonly context: { readonly queries: QueryClient };
  readonly location: { readonly href: string };
}

/** Leads to sign-in and back when no user is signed in. */
export async function requireSession({ context, location }: Entered): Promise<void> {
  try {
    await context.queries.query({ ...accountQuery, staleTime: 'static' });
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const step = isTrunklineError(error, 'mfa_required') ? { next_step: 'mfa' } : {};
    throw redirect({ to: '/sign-in', search: { to: location.href, ...step } });
  }
}

/** The pages of a signed-in user. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: chunk(async () => (await import('../shell/shell')).Shell),
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What a page reads of its address. */
    readonly names?: readonly string[];
  }
}

/** Declares pages below a route. Each names the texts that its address holds, such as filters, and is loaded when it is opened. */
export const pagesBelow =
  <R extends AnyRoute>(parent: R) =>
  <P extends string, K extends string, M extends Record<N, RouteComponent>, N extends keyof M & string>(
    path: P,
    names: readonly K[],
    load: () => Promise<M>,
    component: N,
  ) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: texts(...names),
      staticData: { names },
      component: chunk(async () => (await load())[component]),
    });
