import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pagesBelow, requireSession, root } from './root';
import { texts } from './search';

const entry = pagesBelow(root);

export const oauthConsent = createRoute({
  getParentRoute: () => root,
  path: '/oauth-consent',
  validateSearch: texts('request_id'),
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('../pages/oauth/consent'), 'ConsentPage'),
});

/** Pages before sign-in, and the consent page, which has no navigation. */
export const entries = [
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
