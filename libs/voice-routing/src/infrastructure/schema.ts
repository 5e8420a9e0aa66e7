import { EntitySchema } from 'typeorm';
import { RoutingProfile } from '../domain/profiles/routing-profile';
import { RoutingTarget } from '../domain/profiles/routing-target';
import { SipGateway } from '../domain/trunks/sip-gateway';
import { SipTrunk } from '../domain/trunks/sip-trunk';
import { WebrtcUser } from '../domain/webrtc/webrtc-user';

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
    numberFormat: { type: 'text' },
    numberPrefix: { type: 'text', nullable: true },
    mediaEncryption: { type: 'text' },
    userPhone: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    archivedAt: { type: 'timestamptz', nullable: true },
  },
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
    dnsSrv: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
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
});
