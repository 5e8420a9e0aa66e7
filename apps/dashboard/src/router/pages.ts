import { pagesBelow, signedIn } from './root';

const page = pagesBelow(signedIn);

/** The pages of a signed-in user. */
export const pages = [
  // Numbers, calls and billing.
  page('/', [], () => import('../pages/home/home'), 'Home'),
  page('/numbers', ['q', 'status', 'routing', 'sort', 'order'], () => import('../pages/numbers/numbers'), 'Numbers'),
  page(
    '/numbers/buy',
    ['country', 'type', 'area', 'digits', 'feature'],
    () => import('../pages/buying/buy-numbers'),
    'BuyNumbers',
  ),
  page('/numbers/orders', ['status'], () => import('../pages/buying/orders'), 'Orders'),
  page('/numbers/$e164', [], () => import('../pages/numbers/number'), 'NumberPage'),
  page('/cart', [], () => import('../pages/buying/cart'), 'CartPage'),
  page('/checkouts', ['status'], () => import('../pages/buying/checkouts'), 'Checkouts'),
  page('/checkouts/$id', [], () => import('../pages/buying/checkout'), 'CheckoutPage'),
  page(
    '/calls',
    ['direction', 'answered', 'number', 'from', 'to', 'sort', 'order'],
    () => import('../pages/calls/calls'),
    'Calls',
  ),
  page('/calls/live', ['direction'], () => import('../pages/live-calls/live-calls'), 'LiveCalls'),
  page('/calls/live/$id', [], () => import('../pages/live-calls/live-call'), 'LiveCallPage'),
  page('/calls/$id', [], () => import('../pages/calls/call'), 'CallPage'),
  page('/trunks', ['q', 'status', 'sort', 'order'], () => import('../pages/trunks/trunks'), 'Trunks'),
  page('/trunks/$id', [], () => import('../pages/trunks/trunk'), 'TrunkPage'),
  page('/routing', ['status', 'strategy', 'sort', 'order'], () => import('../pages/routing/profiles'), 'Profiles'),
  page('/routing/$id', [], () => import('../pages/routing/profile'), 'ProfilePage'),
  page('/webrtc-users', ['q', 'status', 'sort', 'order'], () => import('../pages/webrtc/users'), 'WebrtcUsers'),
  page('/webrtc-users/$id', [], () => import('../pages/webrtc/user'), 'WebrtcUserPage'),
  page('/billing', [], () => import('../pages/billing/billing'), 'Billing'),
  page('/billing/transactions', ['kind', 'order'], () => import('../pages/billing/transactions'), 'Transactions'),
  page('/billing/transactions/$id', [], () => import('../pages/billing/transaction'), 'TransactionPage'),
  page('/billing/rates', ['called', 'direction'], () => import('../pages/billing/rates'), 'RatesPage'),
  page('/billing/invoices', [], () => import('../pages/billing/invoices'), 'Invoices'),
  page('/billing/invoices/$id', [], () => import('../pages/billing/invoice'), 'InvoicePage'),
  // What regulators ask of end users, and who has read it.
  page('/documents', ['status', 'country'], () => import('../pages/documents/bundles/bundles'), 'Bundles'),
  page(
    '/documents/bundles/new',
    ['country', 'type', 'end_user_id'],
    () => import('../pages/documents/bundles/new-bundle'),
    'NewBundle',
  ),
  page('/documents/bundles/$id', [], () => import('../pages/documents/bundles/bundle'), 'BundlePage'),
  page('/documents/end-users', ['q', 'kind'], () => import('../pages/documents/end-users/end-users'), 'EndUsers'),
  page('/documents/end-users/$id', [], () => import('../pages/documents/end-users/end-user'), 'EndUserPage'),
  page('/documents/files', ['type', 'end_user_id', 'show'], () => import('../pages/documents/files/files'), 'Files'),
  page('/documents/files/$id', [], () => import('../pages/documents/files/document'), 'DocumentPage'),
  page(
    '/documents/requirements',
    ['country', 'type', 'kind'],
    () => import('../pages/documents/requirements/requirements'),
    'RequirementsPage',
  ),
  page('/documents/access-log', ['resource_id'], () => import('../pages/documents/access-log'), 'AccessLogPage'),
  // For developers.
  page('/developers/keys', [], () => import('../pages/developers/keys'), 'Keys'),
  page('/developers/webhooks', [], () => import('../pages/webhooks/webhooks'), 'Webhooks'),
  page('/developers/webhooks/$id', ['status', 'type'], () => import('../pages/webhooks/webhook'), 'WebhookPage'),
  page('/developers/events', ['type', 'related_id', 'paused'], () => import('../pages/events/events'), 'Events'),
  page('/developers/events/$id', [], () => import('../pages/events/event'), 'EventPage'),
  page('/developers/oauth-apps', [], () => import('../pages/developers/oauth-apps'), 'OAuthApps'),
  page('/developers/oauth-apps/$id', [], () => import('../pages/developers/oauth-app'), 'OAuthAppPage'),
  // Settings of the user and of the account.
  page('/settings/outbound', [], () => import('../pages/settings/outbound'), 'OutboundPage'),
  page('/settings/members', [], () => import('../pages/settings/members'), 'Members'),
  page('/settings/security', [], () => import('../pages/settings/security'), 'Security'),
  page('/settings/connected-apps', [], () => import('../pages/settings/connected-apps'), 'ConnectedApps'),
  page('/settings/profile', [], () => import('../pages/settings/profile'), 'Profile'),
  page('/settings/closure', [], () => import('../pages/settings/closure'), 'Closure'),
] as const;
