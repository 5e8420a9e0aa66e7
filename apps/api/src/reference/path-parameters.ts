import { lists } from '@trunkline/identity';
import { lists as messaging } from '@trunkline/messaging';
import { CARD_PROCESSORS, NUMBER_SUPPLIERS } from '@trunkline/platform';
import type { PathParameters } from '../http/openapi/parameters';

const RANDOM = '0mh2k3l4p9f1c2d3e4b5a6978';

const id = (name: string, prefix: string, noun: string) => ({
  name,
  description: `ID of the ${noun}.`,
  schema: { type: 'string', pattern: `^${prefix}_[0-9a-z]{1,48}$` },
  example: `${prefix}_${RANDOM}`,
});

const word = (name: string, values: readonly string[], description: string, enumName?: string) => ({
  name,
  description,
  schema: { type: 'string', enum: values, ...(enumName && { enumName }) },
  example: values[0] ?? '',
});

const request = (name: string) => ({
  name,
  description: 'ID of the authorization request.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{10,64}$' },
  example: 'V1StGXR8_Z5jdHi6B-myT',
});

const PHONE_NUMBER = {
  name: 'PhoneNumber',
  description: 'Phone number in E.164. The `+` may be sent literally, as `%2B`, or omitted.',
  schema: { type: 'string', pattern: '^\\+?[1-9][0-9]{6,14}$' },
  example: '+4930901820',
};

/** The path parameters of the customer API, by the segment before them, and by segment and name where a segment has several. */
export const CUSTOMER_PATHS: PathParameters = {
  numbers: PHONE_NUMBER,
  countries: {
    name: 'Country',
    description: 'ISO 3166-1 alpha-2 country code; `ZZ` for iNum.',
    schema: { type: 'string', pattern: '^[A-Z]{2}$' },
    example: 'DE',
  },
  items: id('CartItemId', 'ci', 'cart item'),
  checkouts: id('CheckoutId', 'chk', 'checkout'),
  'number-orders': id('NumberOrderId', 'ord', 'number order'),
  cdrs: id('CdrId', 'cdr', 'call record'),
  transactions: id('TransactionId', 'txn', 'transaction'),
  topups: id('TopupId', 'top', 'top-up'),
  'payment-methods': id('PaymentMethodId', 'pm', 'payment method'),
  invoices: {
    ...id('InvoiceId', 'inv', 'invoice'),
    description: 'ID of the invoice. `inv_draft` is the draft of the next one.',
  },
  'sip-trunks': id('SipTrunkId', 'trk', 'SIP trunk'),
  gateways: id('SipGatewayId', 'gw', 'SIP gateway'),
  requests: id('PortRequestId', 'port', 'porting request'),
  'routing-profiles': id('RoutingProfileId', 'rp', 'routing profile'),
  targets: id('RoutingTargetId', 'rpt', 'routing target'),
  calls: id('CallId', 'call', 'call'),
  sms: id('MessageId', 'sms', 'message'),
  batches: id('MessageBatchId', 'bat', 'batch'),
  'webrtc-users': id('WebrtcUserId', 'wru', 'WebRTC user'),
  'end-users': id('EndUserId', 'eu', 'end user'),
  documents: id('DocumentId', 'doc', 'document'),
  'documents/{document_id}': id('AttachedDocumentId', 'doc', 'document'),
  bundles: id('BundleId', 'cb', 'compliance bundle'),
  members: id('UserId', 'usr', 'user'),
  invitations: id('InvitationId', 'ivt', 'invitation'),
  identities: id('LinkedIdentityId', 'idn', 'linked identity'),
  'api-keys': id('ApiKeyId', 'key', 'API key'),
  'oauth-apps': id('OAuthAppId', 'oac', 'OAuth application'),
  'oauth-grants': id('OAuthGrantId', 'ogr', 'OAuth grant'),
  consent: request('ConsentRequestId'),
  authorize: request('AuthorizationRequestId'),
  sessions: id('SessionId', 'ses', 'session'),
  alarms: id('AlarmId', 'alm', 'alarm'),
  exports: id('ExportId', 'exp', 'export'),
  jobs: id('NumberJobId', 'nj', 'job of numbers'),
  events: id('EventId', 'evt', 'event'),
  webhooks: id('WebhookEndpointId', 'whe', 'webhook endpoint'),
  deliveries: id('WebhookDeliveryId', 'whd', 'delivery'),
  idp: word('IdentityProvider', lists.IDENTITY_PROVIDERS, 'The identity provider.', 'IdentityProviderName'),
  payments: word('CardProcessor', CARD_PROCESSORS, 'The card processor that this installation uses.'),
  'opt-outs': id('OptOutId', 'opt', 'opt-out'),
  messaging: word('CallingCarrier', messaging.CALLING_CARRIERS, 'Carrier of messages that sends events by HTTP.'),
  suppliers: word('NumberSupplier', NUMBER_SUPPLIERS, 'A number supplier that this installation uses.'),
};

/** The path parameters of the operator API, by the segment before them. */
export const OPERATOR_PATHS: PathParameters = {
  accounts: id('AccountId', 'acc', 'account'),
  transactions: id('TransactionId', 'txn', 'transaction'),
  invoices: id('InvoiceId', 'inv', 'invoice'),
  users: id('UserId', 'usr', 'user'),
  calls: id('CallId', 'call', 'call'),
  alarms: id('AlarmId', 'alm', 'alarm'),
  alerts: id('FraudAlertId', 'alr', 'fraud alert'),
  carriers: id('CarrierId', 'car', 'carrier'),
  'messaging-carriers': id('MessagingCarrierId', 'mcr', 'carrier'),
  'unreadable-pdus': id('UnreadablePduId', 'pdu', 'PDU'),
  'unclaimed-messages': id('UnclaimedMessageId', 'ums', 'message'),
  'rate-decks': id('RateDeckId', 'deck', 'rate deck'),
  'rate-decks/{deck_id}': id('CarrierRateDeckId', 'deck', 'rate deck of the carrier'),
  bundles: id('BundleId', 'cb', 'compliance bundle'),
  documents: id('DocumentId', 'doc', 'document'),
  'source-networks': id('SourceNetworkId', 'src', 'source network'),
  'number-spellings': id('NumberSpellingId', 'nsp', 'entry'),
  reprice: id('RepricingId', 'nrp', 'change of prices'),
  'number-prices': id('NumberPriceRuleId', 'npr', 'rule'),
  'revenue-share-ranges': {
    name: 'RevenueSharePrefix',
    description: 'First digits of the numbers, without `+`.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
    example: '882',
  },
  registrations: id('RegistrationId', 'reg', 'registration'),
  'supplier-erasures': id('SupplierErasureId', 'era', 'erasure'),
  stock: PHONE_NUMBER,
  'port-outs': id('PortOutId', 'pout', 'port-out'),
  requests: id('PortRequestId', 'port', 'porting request'),
  quarantine: id('QuarantinedCdrId', 'cq', 'quarantined call record'),
  payments: {
    name: 'SandboxPaymentId',
    description: "ID of the sandbox processor's payment.",
    schema: { type: 'string' },
    example: 'pi_sandbox_0mh2k3l4p9f1c2d3e4b5a6978',
  },
};
