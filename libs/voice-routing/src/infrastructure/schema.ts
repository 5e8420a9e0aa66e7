import { EntitySchema } from 'typeorm';
import { RoutingProfile } from '../domain/profiles/routing-profile';
import { RoutingTarget } from '../domain/profiles/routing-target';
import { SipGateway } from '../domain/trunks/sip-gateway';
import { SipTrunk } from '../domain/trunks/sip-trunk';
import { WebrtcUser } from '../domain/webrtc/webrtc-user';

const LIVE = `status <> 'archived'`;

export const SipTrunkSchema = new EntitySchema<SipTrunk>({
  name: 'SipTrunk',
  target: SipTrunk,
  schema: 'voice',
  tableName: 'sip_trunks',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    name: { type: 'text' },
    status: { type: 'text' },
    transport: { type: 'text' },
    codecPreference: { type: 'text', array: true },
    dtmfMode: { type: 'text' },
    registrationMode: { type: 'text' },
    callerIdStrategy: { type: 'text' },
    callerIdOverride: { type: 'text', nullable: true },
    defaultCallerId: { type: 'text', nullable: true },
    inboundCidrs: { type: 'text', array: true },
    maxConcurrentCalls: { type: 'integer', nullable: true },
    numberFormat: { type: 'text', default: '+e164' },
    numberPrefix: { type: 'text', nullable: true },
    mediaEncryption: { type: 'text', default: 'off' },
    userPhone: { type: 'boolean', default: false },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    archivedAt: { type: 'timestamptz', nullable: true },
  },
  indices: [
    { name: 'sip_trunks_live_name', columns: ['accountId', 'name'], unique: true, where: LIVE },
    { name: 'sip_trunks_by_age', columns: ['accountId', 'createdAt', 'id'] },
    { name: 'sip_trunks_by_name', columns: ['accountId', 'name', 'id'] },
  ],
  checks: [
    { name: 'sip_trunks_status', expression: `status IN ('active', 'disabled', 'archived')` },
    { name: 'sip_trunks_transport', expression: `transport IN ('udp', 'tcp', 'tls', 'wss')` },
    { name: 'sip_trunks_dtmf_mode', expression: `dtmf_mode IN ('rfc4733', 'inband', 'sip_info')` },
    { name: 'sip_trunks_registration_mode', expression: `registration_mode IN ('static_ip', 'register')` },
    { name: 'sip_trunks_caller_id_strategy', expression: `caller_id_strategy IN ('inherit', 'override')` },
    {
      name: 'sip_trunks_caller_id',
      expression: `(caller_id_strategy = 'override') = (caller_id_override IS NOT NULL)`,
    },
    { name: 'sip_trunks_number_format', expression: `number_format IN ('+e164', 'e164', 'national')` },
    { name: 'sip_trunks_number_prefix', expression: `number_prefix ~ '^[0-9*#]{1,16}$'` },
    { name: 'sip_trunks_media_encryption', expression: `media_encryption IN ('off', 'optional', 'required')` },
    { name: 'sip_trunks_archived', expression: `(status = 'archived') = (archived_at IS NOT NULL)` },
  ],
});

export const SipGatewaySchema = new EntitySchema<SipGateway>({
  name: 'SipGateway',
  target: SipGateway,
  schema: 'voice',
  tableName: 'sip_gateways',
  columns: {
    id: { type: 'text', primary: true },
    trunkId: { type: 'text' },
    accountId: { type: 'text' },
    name: { type: 'text' },
    host: { type: 'text' },
    port: { type: 'integer' },
    transport: { type: 'text' },
    weight: { type: 'integer' },
    priority: { type: 'integer' },
    authUsername: { type: 'text', nullable: true },
    authPasswordSealed: { type: 'text', nullable: true },
    customHeaders: { type: 'jsonb', nullable: true },
    enabled: { type: 'boolean' },
    dnsSrv: { type: 'boolean', default: false },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
  indices: [{ name: 'sip_gateways_trunk', columns: ['trunkId'] }],
  checks: [
    { name: 'sip_gateways_port', expression: `port BETWEEN 1 AND 65535` },
    { name: 'sip_gateways_transport', expression: `transport IN ('udp', 'tcp', 'tls', 'wss')` },
    { name: 'sip_gateways_weight', expression: `weight BETWEEN 0 AND 10000` },
    { name: 'sip_gateways_priority', expression: `priority BETWEEN 0 AND 99` },
  ],
  foreignKeys: [
    { name: 'sip_gateways_trunk_id_fkey', target: 'SipTrunk', columnNames: ['trunkId'], referencedColumnNames: ['id'] },
  ],
});

export const RoutingProfileSchema = new EntitySchema<RoutingProfile>({
  name: 'RoutingProfile',
  target: RoutingProfile,
  schema: 'voice',
  tableName: 'routing_profiles',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    name: { type: 'text' },
    status: { type: 'text' },
    strategy: { type: 'text' },
    ringTimeoutSeconds: { type: 'integer' },
    maxRetries: { type: 'integer' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    archivedAt: { type: 'timestamptz', nullable: true },
  },
  indices: [
    { name: 'routing_profiles_live_name', columns: ['accountId', 'name'], unique: true, where: LIVE },
    { name: 'routing_profiles_by_age', columns: ['accountId', 'createdAt', 'id'] },
    { name: 'routing_profiles_by_name', columns: ['accountId', 'name', 'id'] },
  ],
  checks: [
    { name: 'routing_profiles_status', expression: `status IN ('active', 'disabled', 'archived')` },
    {
      name: 'routing_profiles_strategy',
      expression: `strategy IN ('failover', 'round_robin', 'weighted_lb', 'simultaneous_ring')`,
    },
    { name: 'routing_profiles_ring_timeout', expression: `ring_timeout_seconds BETWEEN 5 AND 120` },
    { name: 'routing_profiles_max_retries', expression: `max_retries BETWEEN 0 AND 10` },
    { name: 'routing_profiles_archived', expression: `(status = 'archived') = (archived_at IS NOT NULL)` },
  ],
});

export const RoutingTargetSchema = new EntitySchema<RoutingTarget>({
  name: 'RoutingTarget',
  target: RoutingTarget,
  schema: 'voice',
  tableName: 'routing_targets',
  columns: {
    id: { type: 'text', primary: true },
    profileId: { type: 'text' },
    accountId: { type: 'text' },
    kind: { type: 'text' },
    position: { type: 'integer' },
    weight: { type: 'integer' },
    sipTrunkId: { type: 'text', nullable: true },
    pstnForwardE164: { type: 'text', nullable: true, name: 'pstn_forward_e164' },
    webrtcUserId: { type: 'text', nullable: true },
    webhookUrl: { type: 'text', nullable: true },
    conditions: { type: 'jsonb', nullable: true },
    enabled: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
  indices: [
    { name: 'routing_targets_profile', columns: ['profileId'] },
    { name: 'routing_targets_trunk', columns: ['sipTrunkId'], where: 'sip_trunk_id IS NOT NULL' },
  ],
  checks: [
    { name: 'routing_targets_kind', expression: `kind IN ('sip_trunk', 'pstn_forward', 'webrtc_user', 'webhook')` },
    { name: 'routing_targets_position', expression: `position BETWEEN 0 AND 99` },
    { name: 'routing_targets_weight', expression: `weight BETWEEN 0 AND 10000` },
    {
      name: 'routing_targets_reference',
      expression: `(kind = 'sip_trunk') = (sip_trunk_id IS NOT NULL) AND (kind = 'pstn_forward') = (pstn_forward_e164 IS NOT NULL) AND (kind = 'webrtc_user') = (webrtc_user_id IS NOT NULL) AND (kind = 'webhook') = (webhook_url IS NOT NULL)`,
    },
  ],
  foreignKeys: [
    {
      name: 'routing_targets_profile_id_fkey',
      target: 'RoutingProfile',
      columnNames: ['profileId'],
      referencedColumnNames: ['id'],
    },
    {
      name: 'routing_targets_sip_trunk_id_fkey',
      target: 'SipTrunk',
      columnNames: ['sipTrunkId'],
      referencedColumnNames: ['id'],
    },
  ],
});

export const WebrtcUserSchema = new EntitySchema<WebrtcUser>({
  name: 'WebrtcUser',
  target: WebrtcUser,
  schema: 'voice',
  tableName: 'webrtc_users',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    name: { type: 'text' },
    status: { type: 'text' },
    defaultCallerId: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
  indices: [
    { name: 'webrtc_users_name', columns: ['accountId', 'name'], unique: true },
    { name: 'webrtc_users_by_age', columns: ['accountId', 'createdAt', 'id'] },
  ],
  checks: [{ name: 'webrtc_users_status', expression: `status IN ('active', 'disabled')` }],
});
