import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireSession, root } from './root';
import { texts } from './search';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('to', 'next_step', 'error'),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in'), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-up'), 'SignUp'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../pages/sign-in/forgot-password'), 'ForgotPassword'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('../pages/sign-in/reset-password'), 'ResetPassword'),
});
const magicLink = createRoute({
  getParentRoute: () => root,
  path: '/magic-link',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('../pages/sign-in/mailed-links'), 'MagicLink'),
});
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('../pages/sign-in/mailed-links'), 'VerifyEmail'),
});
const emailChange = createRoute({
  getParentRoute: () => root,
  path: '/email-change',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('../pages/sign-in/mailed-links'), 'EmailChange'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: texts('token'),
  component: lazyRouteComponent(() => import('../pages/sign-in/invitation'), 'Invitation'),
});
export const oauthConsent = createRoute({
  getParentRoute: () => root,
  path: '/oauth-consent',
  validateSearch: texts('request_id'),
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('../pages/oauth/consent'), 'ConsentPage'),
});

/** Pages before sign-in, and the consent page, which has no navigation. */
export const entries = [
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
