import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { onSessionEnd, queries } from '../session/client';
import { LoadFailure, NotFound } from '../ui/failures';
import { entries, oauthConsent } from './entries';
import { pages } from './pages';
import { root, signedIn } from './root';

export const router = createRouter({
  routeTree: root.addChildren([...entries, signedIn.addChildren(pages)]),
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

/** Leads to sign-in and back from the consent page. The shell lets the user sign in again in place. */
onSessionEnd(() => {
  const { location, matches } = router.state;
  if (!matches.some(({ routeId }) => routeId === oauthConsent.id)) return;
  queries.clear();
  void router.navigate({ to: '/sign-in', search: { to: location.href } });
});
