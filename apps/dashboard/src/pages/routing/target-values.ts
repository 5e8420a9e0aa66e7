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
  webrtc_user: 'WebRTC user (not called yet)',
  webhook: 'Webhook (not called yet)',
};

export interface TargetValues extends ConditionValues {
  kind: TargetKind;
  sip_trunk_id: string;
  pstn_forward_e164: string;
  weight: string;
  enabled: boolean;
}

const WEIGHT_USUAL = '10';

export const newTarget = (): TargetValues => ({
  kind: 'sip_trunk',
  sip_trunk_id: '',
  pstn_forward_e164: '',
  weight: WEIGHT_USUAL,
  enabled: true,
  ...conditionValuesOf(null, format.timeZone),
});

export const targetValuesOf = (target: RoutingTarget): TargetValues => ({
  kind: target.kind,
  sip_trunk_id: target.sip_trunk_id ?? '',
  pstn_forward_e164: target.pstn_forward_e164 ?? '',
  weight: String(target.weight),
  enabled: target.enabled,
  ...conditionValuesOf(target.conditions, format.timeZone),
});

/** Kind and reference. Those that the dashboard does not edit stay as they are. */
function referenceOf({ kind, sip_trunk_id, pstn_forward_e164 }: TargetValues): RoutingProfileTargetUpdateRequest {
  if (kind === 'sip_trunk') return { kind, sip_trunk_id, pstn_forward_e164: null };
  if (kind === 'pstn_forward') {
    return { kind, pstn_forward_e164: pstn_forward_e164.replace(/[^\d+]/g, ''), sip_trunk_id: null };
  }
  return {};
}

export const targetRequestOf = (values: TargetValues): RoutingProfileTargetCreateRequest =>
  ({
    ...referenceOf(values),
    weight: integerOf(values.weight),
    enabled: values.enabled,
    conditions: conditionsOf(values),
  }) as RoutingProfileTargetCreateRequest;
