import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from './root';
import { texts } from './search';

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/home'), 'Home'),
});
const numbers = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers',
  validateSearch: texts('q', 'status', 'routing', 'sort', 'order'),
  component: lazyRouteComponent(() => import('../pages/numbers/numbers'), 'Numbers'),
});
const buyNumbers = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers/buy',
  validateSearch: texts('country', 'type', 'area', 'digits', 'feature'),
  component: lazyRouteComponent(() => import('../pages/buying/buy-numbers'), 'BuyNumbers'),
});
const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers/orders',
  validateSearch: texts('status'),
  component: lazyRouteComponent(() => import('../pages/buying/orders'), 'Orders'),
});
const number = createRoute({
  getParentRoute: () => signedIn,
  path: '/numbers/$e164',
  component: lazyRouteComponent(() => import('../pages/numbers/number'), 'NumberPage'),
});
const cart = createRoute({
  getParentRoute: () => signedIn,
  path: '/cart',
  component: lazyRouteComponent(() => import('../pages/buying/cart'), 'CartPage'),
});
const checkouts = createRoute({
  getParentRoute: () => signedIn,
  path: '/checkouts',
  validateSearch: texts('status'),
  component: lazyRouteComponent(() => import('../pages/buying/checkouts'), 'Checkouts'),
});
const checkout = createRoute({
  getParentRoute: () => signedIn,
  path: '/checkouts/$id',
  component: lazyRouteComponent(() => import('../pages/buying/checkout'), 'CheckoutPage'),
});
const calls = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls',
  validateSearch: texts('direction', 'answered', 'number', 'from', 'to', 'sort', 'order'),
  component: lazyRouteComponent(() => import('../pages/calls/calls'), 'Calls'),
});
const liveCalls = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/live',
  validateSearch: texts('direction'),
  component: lazyRouteComponent(() => import('../pages/live-calls/live-calls'), 'LiveCalls'),
});
const liveCall = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/live/$id',
  component: lazyRouteComponent(() => import('../pages/live-calls/live-call'), 'LiveCallPage'),
});
const call = createRoute({
  getParentRoute: () => signedIn,
  path: '/calls/$id',
  component: lazyRouteComponent(() => import('../pages/calls/call'), 'CallPage'),
});
const trunks = createRoute({
  getParentRoute: () => signedIn,
  path: '/trunks',
  validateSearch: texts('q', 'status', 'sort', 'order'),
  component: lazyRouteComponent(() => import('../pages/trunks/trunks'), 'Trunks'),
});
const trunk = createRoute({
  getParentRoute: () => signedIn,
  path: '/trunks/$id',
  component: lazyRouteComponent(() => import('../pages/trunks/trunk'), 'TrunkPage'),
});
const profiles = createRoute({
  getParentRoute: () => signedIn,
  path: '/routing',
  validateSearch: texts('status', 'strategy', 'sort', 'order'),
  component: lazyRouteComponent(() => import('../pages/routing/profiles'), 'Profiles'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/routing/$id',
  component: lazyRouteComponent(() => import('../pages/routing/profile'), 'ProfilePage'),
});
const webrtcUsers = createRoute({
  getParentRoute: () => signedIn,
  path: '/webrtc-users',
  validateSearch: texts('q', 'status', 'sort', 'order'),
  component: lazyRouteComponent(() => import('../pages/webrtc/users'), 'WebrtcUsers'),
});
const webrtcUser = createRoute({
  getParentRoute: () => signedIn,
  path: '/webrtc-users/$id',
  component: lazyRouteComponent(() => import('../pages/webrtc/user'), 'WebrtcUserPage'),
});
const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  component: lazyRouteComponent(() => import('../pages/billing/billing'), 'Billing'),
});
const transactions = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/transactions',
  validateSearch: texts('kind', 'order'),
  component: lazyRouteComponent(() => import('../pages/billing/transactions'), 'Transactions'),
});
const transaction = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/transactions/$id',
  component: lazyRouteComponent(() => import('../pages/billing/transaction'), 'TransactionPage'),
});
const rates = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/rates',
  validateSearch: texts('called', 'direction'),
  component: lazyRouteComponent(() => import('../pages/billing/rates'), 'RatesPage'),
});
const invoices = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/invoices',
  component: lazyRouteComponent(() => import('../pages/billing/invoices'), 'Invoices'),
});
const invoice = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing/invoices/$id',
  component: lazyRouteComponent(() => import('../pages/billing/invoice'), 'InvoicePage'),
});

/** Numbers, calls and billing. */
export const pages = [
  home,
  numbers,
  buyNumbers,
  orders,
  number,
  cart,
  checkouts,
  checkout,
  calls,
  call,
  liveCalls,
  liveCall,
  trunks,
  trunk,
  profiles,
  profile,
  webrtcUsers,
  webrtcUser,
  billing,
  transactions,
  transaction,
  rates,
  invoices,
  invoice,
] as const;
