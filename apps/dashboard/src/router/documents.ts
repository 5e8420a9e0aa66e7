import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root';
import { texts } from './search';

const bundles = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents',
  validateSearch: texts('status', 'country'),
  component: lazyRouteComponent(() => import('../pages/documents/bundles/bundles'), 'Bundles'),
});
const newBundle = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/bundles/new',
  validateSearch: texts('country', 'type', 'end_user_id'),
  component: lazyRouteComponent(() => import('../pages/documents/bundles/new-bundle'), 'NewBundle'),
});
const bundle = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/bundles/$id',
  component: lazyRouteComponent(() => import('../pages/documents/bundles/bundle'), 'BundlePage'),
});
const endUsers = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/end-users',
  validateSearch: texts('q', 'kind'),
  component: lazyRouteComponent(() => import('../pages/documents/end-users/end-users'), 'EndUsers'),
});
const endUser = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/end-users/$id',
  component: lazyRouteComponent(() => import('../pages/documents/end-users/end-user'), 'EndUserPage'),
});
const files = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/files',
  validateSearch: texts('type', 'end_user_id', 'show'),
  component: lazyRouteComponent(() => import('../pages/documents/files/files'), 'Files'),
});
const document = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/files/$id',
  component: lazyRouteComponent(() => import('../pages/documents/files/document'), 'DocumentPage'),
});
const requirements = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/requirements',
  validateSearch: texts('country', 'type', 'kind'),
  component: lazyRouteComponent(() => import('../pages/documents/requirements/requirements'), 'RequirementsPage'),
});
const accessLog = createRoute({
  getParentRoute: () => signedIn,
  path: '/documents/access-log',
  validateSearch: texts('resource_id'),
  component: lazyRouteComponent(() => import('../pages/documents/access-log/access-log'), 'AccessLogPage'),
});

/** What regulators ask of end users: bundles, end users, files, requirements, and who has read them. */
export const documents = [
  bundles,
  newBundle,
  bundle,
  endUsers,
  endUser,
  files,
  document,
  requirements,
  accessLog,
] as const;
