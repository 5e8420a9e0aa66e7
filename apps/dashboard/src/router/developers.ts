import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root';

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/keys',
  component: lazyRouteComponent(() => import('../pages/developers/keys'), 'Keys'),
});
const oauthApps = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/oauth-apps',
  component: lazyRouteComponent(() => import('../pages/developers/oauth-apps'), 'OAuthApps'),
});
const oauthApp = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/oauth-apps/$id',
  component: lazyRouteComponent(() => import('../pages/developers/oauth-app'), 'OAuthAppPage'),
});

/** Pages for developers. */
export const developers = [keys, oauthApps, oauthApp] as const;
