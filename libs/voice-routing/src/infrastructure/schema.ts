import { column, tablesOf } from '@trunkline/platform';
import type { EntitySchema } from 'typeorm';
import { Carrier } from '../domain/carrier';
import { RoutingProfile } from '../domain/profiles/routing-profile';
import { RoutingTarget } from '../domain/profiles/routing-target';
import { SipGateway } from '../domain/trunks/sip-gateway';
import type { FraudAlert } from '../domain/fraud-alert';
import { SipTrunk } from '../domain/trunks/sip-trunk';
import { WebrtcUser } from '../domain/webrtc-user';

const {
  key,
  text,
  optionalText,
  texts,
  integer,
  optionalInteger,
  bigint,
  boolean,
  time,
  optionalTime,
  optionalJson,
  optionalBigint,
} = column;
const network = { type: 'cidr' } as const;
const times = { type: 'timestamptz', array: true } as const;

/** Describes a table of this context. */
export const table = tablesOf('voice');

export const FraudAlertSchema = table<FraudAlert>('fraud_alerts', {
  id: key,
  accountId: text,
  rule: text,
  subject: text,
  startedAt: time,
  country: optionalText,
  prefix: optionalText,
  calls: optionalBigint,
  messages: optionalBigint,
  costCents: optionalBigint,
  usualCostCents: optionalBigint,
  blocksOutbound: boolean,
  createdAt: time,
  acknowledgedAt: optionalTime,
  acknowledgedBy: optionalText,
});

export const SipTrunkSchema = table<SipTrunk>(
  'sip_trunks',
  {
    id: key,
    accountId: text,
    name: text,
    status: text,
    transport: text,
    codecPreference: texts,
    dtmfMode: text,
    registrationMode: text,
    callerIdStrategy: text,
    callerIdOverride: optionalText,
    defaultCallerId: optionalText,
    inboundCidrs: texts,
    maxConcurrentCalls: optionalInteger,
    maxCallsPerSecond: optionalInteger,
    numberFormat: text,
    numberPrefix: optionalText,
    mediaEncryption: text,
    userPhone: boolean,
    createdAt: time,
    updatedAt: time,
    archivedAt: optionalTime,
  },
  SipTrunk,
);

export const SipGatewaySchema = table<SipGateway>(
  'sip_gateways',
  {
    id: key,
    trunkId: text,
    accountId: text,
    name: text,
    host: text,
    port: integer,
    transport: text,
    weight: integer,
    priority: integer,
    authUsername: optionalText,
    authPasswordSealed: optionalText,
    customHeaders: optionalJson,
    enabled: boolean,
    dnsSrv: boolean,
    createdAt: time,
    updatedAt: time,
  },
  SipGateway,
);

export const RoutingProfileSchema = table<RoutingProfile>(
  'routing_profiles',
  {
    id: key,
    accountId: text,
    name: text,
    status: text,
    strategy: text,
    ringTimeoutSeconds: integer,
    maxRetries: integer,
    createdAt: time,
    updatedAt: time,
    archivedAt: optionalTime,
  },
  RoutingProfile,
);

export const RoutingTargetSchema = table<RoutingTarget>(
  'routing_targets',
  {
    id: key,
    profileId: text,
    accountId: text,
    kind: text,
    position: integer,
    weight: integer,
    sipTrunkId: optionalText,
    pstnForwardE164: { ...optionalText, name: 'pstn_forward_e164' },
    webrtcUserId: optionalText,
    webhookUrl: optionalText,
    conditions: optionalJson,
    enabled: boolean,
    createdAt: time,
    updatedAt: time,
  },
  RoutingTarget,
);

export const WebrtcUserSchema = table<WebrtcUser>(
  'webrtc_users',
  {
    id: key,
    accountId: text,
    name: text,
    status: text,
    defaultCallerId: optionalText,
    createdAt: time,
    updatedAt: time,
  },
  WebrtcUser,
);

/** `downUntil` is not used: `carrier_health` replaced it. */
export const CarrierSchema = table<Carrier & { readonly downUntil?: null }>(
  'carriers',
  {
    id: key,
    name: text,
    host: text,
    port: integer,
    transport: text,
    authUsername: optionalText,
    authPasswordSealed: optionalText,
    priority: integer,
    weight: integer,
    selection: text,
    allowLoss: boolean,
    prefixes: texts,
    callerIdFormat: text,
    sendIdentity: boolean,
    codecs: texts,
    sourceNetworks: texts,
    maxConcurrentCalls: optionalInteger,
    emergency: boolean,
    enabled: boolean,
    dnsSrv: boolean,
    mediaEncryption: text,
    downUntil: optionalTime,
    createdAt: time,
    updatedAt: time,
  },
  Carrier,
);

/** What statements of their own read and write. */
const statementTables = [
  table('carrier_sources', { carrierId: key, network: { ...network, primary: true } }),
  table('trunk_sources', {
    trunkId: key,
    network: { ...network, primary: true },
    id: text,
    claimedAt: time,
    confirmedAt: optionalTime,
    confirmedBy: optionalText,
    rejectedAt: optionalTime,
    usedAt: optionalTime,
  }),
  table('trunk_credentials', {
    trunkId: key,
    sipUsername: text,
    sipPasswordSealed: text,
    createdAt: time,
    registeredAt: optionalTime,
  }),
  table('gateway_health', {
    gatewayId: key,
    state: text,
    lastProbeAt: optionalTime,
    lastSipCode: optionalInteger,
    rttMs: optionalInteger,
    /** Not used: `failedCalls` replaced it. */
    consecutiveFailures: integer,
    downUntil: optionalTime,
    failedCalls: times,
    stateSince: optionalTime,
  }),
  table('carrier_health', {
    carrierId: key,
    state: text,
    lastProbeAt: optionalTime,
    lastSipCode: optionalInteger,
    rttMs: optionalInteger,
    downUntil: optionalTime,
    failedCalls: times,
    stateSince: optionalTime,
  }),
  table('contacts', {
    id: key,
    accountId: text,
    trunkId: optionalText,
    webrtcUserId: optionalText,
    switchId: text,
    node: text,
    bootId: text,
    username: text,
    uri: text,
    received: optionalText,
    path: optionalText,
    userAgent: optionalText,
    q: { type: 'double precision' },
    expiresAt: time,
    registeredAt: time,
  }),
  table('contact_reports', { switchId: key, node: key, username: key, reportedAt: time }),
  table('auth_failures', {
    username: key,
    sourceIp: { type: 'inet', primary: true },
    failedAt: times,
    blockedUntil: optionalTime,
    expiresAt: time,
  }),
  table('webrtc_tokens', {
    sipUsername: key,
    webrtcUserId: text,
    accountId: text,
    sipPasswordSealed: text,
    createdAt: time,
    expiresAt: time,
  }),
  table('webhook_secrets', {
    accountId: key,
    secretSealed: text,
    previousSecretSealed: optionalText,
    previousValidUntil: optionalTime,
    createdAt: time,
  }),
  table('change_feeds', { feed: key, since: bigint }),
  table('probe_changes', { peerId: key, changedIn: bigint, changedAt: time }),
  table('source_changes', {
    ownerId: key,
    network: { ...network, primary: true },
    changedIn: bigint,
    changedAt: time,
  }),
];

export const routingSchemas: readonly EntitySchema[] = [
  SipTrunkSchema,
  SipGatewaySchema,
  RoutingProfileSchema,
  RoutingTargetSchema,
  WebrtcUserSchema,
  CarrierSchema,
  FraudAlertSchema,
  ...statementTables,
];
