import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { isTrunklineError } from '@trunkline/client';
import { accountQuery } from '../session/account';
import { isSignedOut } from '../session/client';

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet });

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
  component: lazyRouteComponent(() => import('../shell/shell'), 'Shell'),
});
