import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { isTrunklineError } from '@trunkline/client';
import { accountQuery } from './session/account';
import { isSignedOut, onSessionEnd, queries } from './session/client';
import { texts } from './search';
import { LoadFailure, NotFound } from './ui/failures';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Outlet });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('to', 'next_step', 'error'),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in'), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-up'), 'SignUp'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/sign-in/forgot-password'), 'ForgotPassword'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./pages/sign-in/reset-password'), 'ResetPassword'),
});
const magicLink = createRoute({
  getParentRoute: () => root,
  path: '/magic-link',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./pages/sign-in/mailed-links'), 'MagicLink'),
});
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./pages/sign-in/mailed-links'), 'VerifyEmail'),
});
const emailChange = createRoute({
  getParentRoute: () => root,
  path: '/email-change',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./pages/sign-in/mailed-links'), 'EmailChange'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('./pages/sign-in/invitation'), 'Invitation'),
});

interface Entered {
  readonly context: { readonly queries: QueryClient };
  readonly location: { readonly href: string };
}

/** Leads to sign-in and back when no user is signed in. */
async function requireSession({ context, location }: Entered): Promise<void> {
  try {
    await context.queries.query({ ...accountQuery, staleTime: 'static' });
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const step = isTrunklineError(error, 'mfa_required') ? { next_step: 'mfa' } : {};
    throw redirect({ to: '/sign-in', search: { to: location.href, ...step } });
  }
}

const oauthConsent = createRoute({
  getParentRoute: () => root,
  path: '/oauth-consent',
  validateSearch: texts('request_id'),
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./pages/oauth/consent'), 'ConsentPage'),
});
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell'), 'Shell'),
});
const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home'), 'Home'),
});
const numbers = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers',
  validateSearch: texts('q', 'status', 'routing', 'sort', 'order'),
  component: lazyRouteComponent(() => import('./pages/numbers/numbers'), 'Numbers'),
});
const buyNumbers = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers/buy',
  validateSearch: texts('country', 'type', 'area', 'digits', 'feature'),
  component: lazyRouteComponent(() => import('./pages/numbers/buy-numbers'), 'BuyNumbers'),
});
const number = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers/$e164',
  component: lazyRouteComponent(() => import('./pages/numbers/number'), 'NumberPage'),
});
const cart = createRoute({
  getParentRoute: () => signedIn,
  path: '/cart',
  component: lazyRouteComponent(() => import('./pages/numbers/cart'), 'CartPage'),
});
const checkout = createRoute({
  getParentRoute: () => signedIn,
  path: '/checkouts/$id',
  component: lazyRouteComponent(() => import('./pages/numbers/checkout'), 'CheckoutPage'),
});
const calls = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls',
  validateSearch: texts('direction', 'answered', 'number', 'from', 'to', 'sort', 'order'),
  component: lazyRouteComponent(() => import('./pages/calls/calls'), 'Calls'),
});
const call = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id',
  component: lazyRouteComponent(() => import('./pages/calls/call'), 'CallPage'),
});
const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  component: lazyRouteComponent(() => import('./pages/billing/billing'), 'Billing'),
});
const transactions = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/transactions',
  validateSearch: texts('kind', 'order'),
  component: lazyRouteComponent(() => import('./pages/billing/transactions'), 'Transactions'),
});
const invoices = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/invoices',
  component: lazyRouteComponent(() => import('./pages/billing/invoices'), 'Invoices'),
});
const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/keys',
  component: lazyRouteComponent(() => import('./pages/developers/keys'), 'Keys'),
});
const oauthApps = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/oauth-apps',
  component: lazyRouteComponent(() => import('./pages/developers/oauth-apps'), 'OAuthApps'),
});
const oauthApp = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/oauth-apps/$id',
  component: lazyRouteComponent(() => import('./pages/developers/oauth-app'), 'OAuthAppPage'),
});
const members = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./pages/settings/members'), 'Members'),
});
const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('./pages/settings/security'), 'Security'),
});
const connectedApps = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/connected-apps',
  component: lazyRouteComponent(() => import('./pages/settings/connected-apps'), 'ConnectedApps'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('./pages/settings/profile'), 'Profile'),
});

const entries = [
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  magicLink,
  verifyEmail,
  emailChange,
  invitation,
  oauthConsent,
] as const;
const pages = [
  home,
  numbers,
  buyNumbers,
  number,
  cart,
  checkout,
  calls,
  call,
  billing,
  transactions,
  invoices,
] as const;
const developers = [keys, oauthApps, oauthApp] as const;
const settings = [members, security, connectedApps, profile] as const;

export const router = createRouter({
  routeTree: root.addChildren([...entries, signedIn.addChildren([...pages, ...developers, ...settings])]),
  basepath: '/dashboard',
  // Plain text in the address: ?q=212, not ?q=%22212%22.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  context: { queries },
  defaultPreload: 'intent',
  defaultErrorComponent: LoadFailure,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Leads to sign-in, and back to the page, when a call finds that the session has ended. */
onSessionEnd(() => {
  const { location, matches } = router.state;
  if (!matches.some(({ routeId }) => routeId === signedIn.id || routeId === oauthConsent.id)) return;
  queries.clear();
  void router.navigate({ to: '/sign-in', search: { to: location.href } });
});
