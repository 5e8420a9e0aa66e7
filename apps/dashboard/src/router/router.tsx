import { Center } from '@mantine/core';
import {
  createRoute,
  createRouter,
  type ErrorComponentProps,
  parseSearchWith,
  stringifySearchWith,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { onSessionEnd, queries } from '../session/client';
import { reloadAfterDeploy } from '../session/deploys';
import { chunk, ChunkError } from '../ui/chunk';
import { Problem } from '../ui/feedback/problem';
import { pages } from './pages';
import { pagesBelow, requireSession, root, signedIn } from './root';
import { texts } from './search';

/** Shown when a page cannot be loaded. After a deploy, whose scripts have other names, the page is reloaded. */
function LoadFailure({ error, reset }: ErrorComponentProps) {
  const { invalidate } = useRouter();
  const isChunk = error instanceof ChunkError;
  useEffect(() => {
    if (isChunk) void reloadAfterDeploy();
  }, [isChunk]);
  const retry = (): void => {
    if (isChunk) error.forget();
    void invalidate();
    reset();
  };
  return (
    <Center p="xl">
      <Problem
        title="The page could not be loaded"
        error={error instanceof Error ? error : new Error('Unknown error.')}
        retry={retry}
      />
    </Center>
  );
}

const entry = pagesBelow(root);

const oauthConsent = createRoute({
  getParentRoute: () => root,
  path: '/oauth-consent',
  validateSearch: texts('request_id'),
  beforeLoad: requireSession,
  component: chunk(async () => (await import('../pages/oauth/consent')).ConsentPage),
});

/** Pages before sign-in, and the consent page, which has no navigation. */
const entries = [
  entry('/sign-in', ['to', 'next_step', 'error'], () => import('../pages/sign-in/sign-in'), 'SignIn'),
  entry('/sign-up', [], () => import('../pages/sign-in/sign-up'), 'SignUp'),
  entry('/forgot-password', [], () => import('../pages/sign-in/forgot-password'), 'ForgotPassword'),
  entry('/reset-password', ['token'], () => import('../pages/sign-in/reset-password'), 'ResetPassword'),
  entry('/magic-link', ['token'], () => import('../pages/sign-in/mailed-links'), 'MagicLink'),
  entry('/verify-email', ['token'], () => import('../pages/sign-in/mailed-links'), 'VerifyEmail'),
  entry('/email-change', ['token'], () => import('../pages/sign-in/mailed-links'), 'EmailChange'),
  entry('/invitation', ['token'], () => import('../pages/sign-in/invitation'), 'Invitation'),
  oauthConsent,
] as const;

export const router = createRouter({
  routeTree: root.addChildren([...entries, signedIn.addChildren(pages)]),
  basepath: '/dashboard',
  // Plain text in the address: ?q=212, not ?q=%22212%22.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  context: { queries },
  defaultPreload: 'intent',
  defaultErrorComponent: LoadFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Leads to sign-in and back from the consent page. The shell lets the user sign in again in place. */
onSessionEnd(() => {
  const { location, matches } = router.state;
  if (!matches.some(({ routeId }) => routeId === oauthConsent.id)) return;
  queries.clear();
  void router.navigate({ to: '/sign-in', search: { to: location.href } });
});
