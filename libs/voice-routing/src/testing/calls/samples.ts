import type { KnownNumber } from '../../application/ports';
import type {
  CarrierPeer,
  GatewayState,
  ProfileState,
  SourceTrunk,
  TargetState,
  TrunkState,
} from '../../application/calls/ports';

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

export function aSource(given: Partial<SourceTrunk> = {}): SourceTrunk {
  return {
    id: 'trk_1',
    accountId: 'acc_1',
    status: 'active',
    callerIdStrategy: 'inherit',
    callerIdOverride: null,
    counts: true,
    hasUnconfirmedClaim: false,
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
    priority: 0,
    weight: 1,
    authUsername: null,
    authPasswordSealed: null,
    callerIdFormat: 'e164',
    codecs: ['g711a', 'g711u'],
    emergency: false,
    isDown: false,
    isFull: false,
    ...given,
  };
}
