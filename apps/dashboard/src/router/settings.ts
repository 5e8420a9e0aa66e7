import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root';

const members = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('../pages/settings/members'), 'Members'),
});
const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('../pages/settings/security'), 'Security'),
});
const connectedApps = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/connected-apps',
  component: lazyRouteComponent(() => import('../pages/settings/connected-apps'), 'ConnectedApps'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/profile',
  component: lazyRouteComponent(() => import('../pages/settings/profile'), 'Profile'),
});

const closure = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/closure',
  component: lazyRouteComponent(() => import('../pages/settings/closure'), 'Closure'),
});

/** Settings of the user and of the account. */
export const settings = [members, security, connectedApps, profile, closure] as const;
