/** The sections of the customer reference, in order. */
export const CUSTOMER_TAGS = {
  Catalog: 'Search the suppliers’ stock for phone numbers, and look up coverage and regulatory requirements.',
  'Cart and checkout': 'Collect numbers in a cart and buy them in one checkout.',
  Numbers: 'Order phone numbers, route them, and release them.',
  'SIP trunks': 'Connect your PBX or SBC: SIP trunks and their credentials.',
  'SIP gateways': 'The hosts of a SIP trunk, with priority and weight.',
  'Routing profiles': 'Decide where inbound calls go: targets, strategies and conditions.',
  'Call records': 'Call detail records (CDRs) of completed calls.',
  'End users': 'The persons and businesses that use numbers, and who has read their data.',
  Documents: 'Upload, read and change the documents of end users.',
  'Compliance bundles': 'An end user with documents, which numbers of some countries need: from draft to decision.',
  Dashboard: 'Aggregated figures for the home page of the dashboard.',
  Billing: 'Balance, transactions, top-ups, payment methods, rates and usage.',
  Invoices: 'Monthly invoices and the draft for the current month.',
  'Webhooks and events': 'Events of the account.',
  Authentication: 'Sign-up, sign-in, second factors, passwords and identity providers.',
  Sessions: 'Sessions and login events of the signed-in user.',
  User: 'The profile of the signed-in user.',
  Account: 'The selected account, its settings and its closure.',
  Members: 'Members of the account and their invitations.',
  'API keys': 'Keys for server-to-server access.',
  OAuth: 'OAuth 2.0: applications, connected applications, consent, and the authorization server.',
  Callbacks: 'Endpoints that card processors and number suppliers call.',
  Health: 'Health of the service.',
};

/** The sections of the operator reference, in order. */
export const OPERATOR_TAGS = {
  Accounts: 'Find, change, suspend and reinstate accounts.',
  Users: 'Help users who lost their second factor.',
  Ledger: 'Adjust balances, refund charges and verify the ledger.',
  Calls: 'Live calls, unreported calls and source networks.',
  'Call records': 'Quarantined call records and records with an estimated leg.',
  Registrations: 'Registrations of end users with the suppliers of numbers.',
  Carriers: 'Carriers that deliver outbound calls and send inbound calls.',
  'Audit trail': 'Changes made by operators.',
  Sandbox: 'Control the test clock, fault injection and sandbox payments.',
};
