import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root';
import { texts } from './search';

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/keys',
  component: lazyRouteComponent(() => import('../pages/developers/keys'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks'), 'Webhooks'),
});
const webhook = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/webhooks/$id',
  validateSearch: texts('status', 'type'),
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook'), 'WebhookPage'),
});
const events = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/events',
  validateSearch: texts('type', 'related_id', 'paused'),
  component: lazyRouteComponent(() => import('../pages/events/events'), 'Events'),
});
const event = createRoute({
  getParentRoute: () => signedIn,
  path: '/developers/events/$id',
  component: lazyRouteComponent(() => import('../pages/events/event'), 'EventPage'),
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
export const developers = [keys, webhooks, webhook, events, event, oauthApps, oauthApp] as const;
