import { newId } from '@trunkline/kernel';
import type { KnownNumber } from '../../application/ports';
import type {
  CarrierPeer,
  GatewayState,
  NewDecision,
  ProfileState,
  SourceNetworks,
  SourceTrunk,
  TargetState,
  TrunkState,
} from '../../application/calls/ports';
import { aQuote } from './fakes';

export const OUR_NUMBER = '+4930901820';

export function aNumber(given: Partial<KnownNumber> = {}): KnownNumber {
  return {
    numberId: 'num_1',
    accountId: 'acc_1',
    e164: OUR_NUMBER,
    country: 'DE',
    numberType: 'geographic',
    status: 'active',
    trunkId: null,
    routingProfileId: null,
    carrierId: null,
    ...given,
  };
}

export function aGatewayState(given: Partial<GatewayState> = {}): GatewayState {
  const { id = 'gw_1' } = given;
  return {
    id,
    host: `${id}.example.com`,
    port: 5060,
    transport: 'udp',
    dnsSrv: false,
    weight: 100,
    priority: 0,
    authUsername: null,
    authPasswordSealed: null,
    customHeaders: null,
    isDown: false,
    ...given,
  };
}

export function aTrunkState(given: Partial<TrunkState> = {}): TrunkState {
  return {
    id: 'trk_1',
    status: 'active',
    isFull: false,
    codecs: ['g711a', 'g711u'],
    dtmfMode: 'rfc4733',
    numberFormat: '+e164',
    numberPrefix: null,
    mediaEncryption: 'off',
    userPhone: false,
    registrationMode: 'static_ip',
    contacts: [],
    gateways: [aGatewayState()],
    ...given,
  };
}

export function aTargetState(given: Partial<TargetState> = {}): TargetState {
  return {
    id: 'rpt_1',
    kind: 'sip_trunk',
    weight: 100,
    enabled: true,
    conditions: null,
    pstnForwardE164: null,
    trunk: aTrunkState(),
    webrtcUser: null,
    webhookUrl: null,
    ...given,
  };
}

export function aForward(id: string, pstnForwardE164: string): TargetState {
  return aTargetState({ id, kind: 'pstn_forward', pstnForwardE164, trunk: null });
}

export function aProfileState(given: Partial<ProfileState> = {}): ProfileState {
  return {
    id: 'rp_1',
    status: 'active',
    strategy: 'failover',
    ringTimeoutSeconds: 25,
    maxRetries: 0,
    targets: [aTargetState()],
    ...given,
  };
}

export function someNetworks(given: Partial<SourceNetworks> = {}): SourceNetworks {
  return { narrowestBits: 32, confirmedBits: null, digestBits: null, isPreceded: false, ...given };
}

export function aSource(given: Partial<SourceTrunk> = {}): SourceTrunk {
  return {
    id: 'trk_1',
    isWebrtcUser: false,
    accountId: 'acc_1',
    status: 'active',
    callerIdStrategy: 'inherit',
    callerIdOverride: null,
    maxCallsPerSecond: null,
    defaultCallerId: null,
    networks: someNetworks(),
    hasUnconfirmedClaim: false,
    hasUnusedClaim: false,
    codecs: ['g711a', 'g711u'],
    dtmfMode: 'rfc4733',
    isFull: false,
    ...given,
  };
}

export function aCarrier(given: Partial<CarrierPeer> = {}): CarrierPeer {
  return {
    id: 'carrier',
    host: 'carrier.example.net',
    port: 5060,
    transport: 'udp',
    dnsSrv: false,
    mediaEncryption: 'off',
    priority: 0,
    weight: 1,
    authUsername: null,
    authPasswordSealed: null,
    callerIdFormat: 'e164',
    sendIdentity: false,
    codecs: ['g711a', 'g711u'],
    emergency: false,
    selection: 'priority',
    allowLoss: false,
    isDown: false,
    isFull: false,
    ...given,
  };
}

/** A priced inbound call that is routed to a gateway at noon. */
export function aDecision(given: Partial<NewDecision> = {}): NewDecision {
  return {
    id: newId('rd'),
    switchId: 'sw1',
    node: '',
    callId: newId('call'),
    accountId: 'acc_1',
    direction: 'inbound',
    from: '+493012345',
    to: OUR_NUMBER,
    e164: OUR_NUMBER,
    numberId: 'num_1',
    numberType: 'geographic',
    country: 'DE',
    routingProfileId: null,
    sipTrunkId: 'trk_1',
    action: 'route',
    rejectCode: null,
    rejectReason: null,
    rejectCause: null,
    rejection: null,
    rejectedFor: null,
    rating: aQuote(),
    cost: null,
    routes: [aRoute()],
    maxDurationSeconds: 600,
    isCallerWithheld: false,
    attestation: null,
    verification: null,
    withheldIdentity: null,
    customerReference: null,
    sourceIp: '203.0.113.9',
    sourcePort: null,
    transport: null,
    createdAt: new Date('2026-01-01T12:00:00Z'),
    reportDueAt: new Date('2026-01-01T12:28:00Z'),
    isExtending: false,
    heldUntil: null,
    rest: null,
    ...given,
  };
}

/** A route of `aDecision()`, without a price. */
export function aRoute(given: Partial<NewDecision['routes'][number]> = {}): NewDecision['routes'][number] {
  return {
    targetId: null,
    targetKind: 'sip_trunk',
    trunkId: 'trk_1',
    gatewayId: 'gw_1',
    destination: 'gw:5060',
    rating: null,
    ...given,
  };
}
