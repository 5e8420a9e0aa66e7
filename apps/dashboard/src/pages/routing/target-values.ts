import type {
  RoutingProfileTargetCreateRequest,
  RoutingProfileTargetUpdateRequest,
  RoutingTarget,
  TargetKind,
} from '@trunkline/client';
import { format } from '../../format';
import { integerOf } from '../../format/lists';
import { conditionsOf, type ConditionValues, conditionValuesOf } from './conditions';

export const KINDS: Readonly<Record<TargetKind, string>> = {
  sip_trunk: 'SIP trunk',
  pstn_forward: 'Phone number',
  webrtc_user: 'WebRTC user',
  webhook: 'Webhook that decides',
};

export interface TargetValues extends ConditionValues {
  kind: TargetKind;
  sip_trunk_id: string;
  pstn_forward_e164: string;
  webrtc_user_id: string;
  webhook_url: string;
  weight: string;
  enabled: boolean;
}

const WEIGHT_USUAL = '10';

export const newTarget = (): TargetValues => ({
  kind: 'sip_trunk',
  sip_trunk_id: '',
  pstn_forward_e164: '',
  webrtc_user_id: '',
  webhook_url: '',
  weight: WEIGHT_USUAL,
  enabled: true,
  ...conditionValuesOf(null, format.timeZone),
});

export const targetValuesOf = (target: RoutingTarget): TargetValues => ({
  kind: target.kind,
  sip_trunk_id: target.sip_trunk_id ?? '',
  pstn_forward_e164: target.pstn_forward_e164 ?? '',
  webrtc_user_id: target.webrtc_user_id ?? '',
  webhook_url: target.webhook_url ?? '',
  weight: String(target.weight),
  enabled: target.enabled,
  ...conditionValuesOf(target.conditions, format.timeZone),
});

const NO_REFERENCE = { sip_trunk_id: null, pstn_forward_e164: null, webrtc_user_id: null, webhook_url: null };

/** Kind and reference. */
function referenceOf(values: TargetValues): RoutingProfileTargetUpdateRequest {
  const { kind, sip_trunk_id, pstn_forward_e164, webrtc_user_id, webhook_url } = values;
  const references = {
    sip_trunk: { sip_trunk_id },
    pstn_forward: { pstn_forward_e164: pstn_forward_e164.replace(/[^\d+]/g, '') },
    webrtc_user: { webrtc_user_id },
    webhook: { webhook_url: webhook_url.trim() },
  } as const;
  return { kind, ...NO_REFERENCE, ...references[kind] };
}

export const targetRequestOf = (values: TargetValues): RoutingProfileTargetCreateRequest =>
  ({
    ...referenceOf(values),
    weight: integerOf(values.weight),
    enabled: values.enabled,
    conditions: conditionsOf(values),
  }) as RoutingProfileTargetCreateRequest;
