import { unixSeconds } from '@trunkline/kernel';
import { TARGET_DEFAULTS, TARGET_KINDS, TARGETS_PER_PROFILE_MAX, type TargetView } from '@trunkline/voice-routing';
import { E164, Flag, given, Id, Integer, Nested, OneOf, SchemaOf, Text, UnixTime } from '../../http';
import { ConditionsField } from './conditions.dto';

const URL_MAX = 2_000;
const WEIGHT = {
  description:
    'Share of the calls with `weighted_lb`. Targets of weight 0 come last; if all are 0, they share equally.',
  example: 100,
  min: 0,
  max: 10_000,
} as const;

export class RoutingTargetDto {
  @Id({ description: 'ID of the routing target.', prefix: 'rpt' })
  id: string;

  @Id({ description: 'ID of the routing profile.', prefix: 'rp' })
  profile_id: string;

  @OneOf({ description: 'Kind of destination.', values: TARGET_KINDS, name: 'TargetKind' })
  kind: string;

  @Integer({
    description: 'Lower positions are tried first. Ignored by `round_robin` and `simultaneous_ring`.',
    example: 0,
    min: 0,
    max: 99,
  })
  position: number;

  @Integer(WEIGHT)
  weight: number;

  @Text({ description: 'Set for kind `sip_trunk`.', example: 'trk_0mh2k3l4p9f1c2d3e4b5a6978', nullable: true })
  sip_trunk_id: string | null;

  @Text({ description: 'Set for kind `pstn_forward`.', example: null, nullable: true })
  pstn_forward_e164: string | null;

  @Text({ description: 'Set for kind `webrtc_user`.', example: null, nullable: true })
  webrtc_user_id: string | null;

  @Text({ description: 'Set for kind `webhook`.', example: null, nullable: true, max: URL_MAX })
  webhook_url: string | null;

  @ConditionsField({ nullable: true })
  conditions: object | null;

  @Flag({ description: 'Whether the target receives calls.' })
  enabled: boolean;

  @UnixTime({ description: 'When the target was created.' })
  created_at: number;

  @UnixTime({ description: 'When the target was last updated.' })
  updated_at: number;
}

/** The members of a target that are optional on create and update. */
abstract class TargetOptionsDto {
  @Id({
    description: 'Active trunk of the account, for kind `sip_trunk`.',
    prefix: 'trk',
    optional: true,
    nullable: true,
  })
  sip_trunk_id?: string | null;

  @E164({
    description: 'Phone number, for kind `pstn_forward`. Carrier rates apply.',
    example: '+4930901820',
    optional: true,
    nullable: true,
  })
  pstn_forward_e164?: string | null;

  @Id({
    description: 'Active WebRTC user of the account, for kind `webrtc_user`. Rings the browsers that are registered.',
    prefix: 'wru',
    optional: true,
    nullable: true,
  })
  webrtc_user_id?: string | null;

  @Text({
    description:
      'For kind `webhook`: an https URL with a public host, without credentials or fragment, on port 443 or another port ' +
      'that the service allows; otherwise 422 `url_not_allowed`. It is asked during the call where the call goes.',
    example: 'https://example.com/call',
    max: URL_MAX,
    optional: true,
    nullable: true,
  })
  webhook_url?: string | null;

  @Integer({
    description: 'Position in the list. Without it, a new target is added after the last one.',
    example: 0,
    min: 0,
    max: 99,
    optional: true,
  })
  position?: number;

  @Integer({ ...WEIGHT, optional: true })
  weight?: number;

  @ConditionsField({ optional: true, nullable: true })
  conditions?: object | null;

  @Flag({ description: 'Whether the target receives calls.', optional: true })
  enabled?: boolean;
}

@SchemaOf({
  defaults: {
    sip_trunk_id: TARGET_DEFAULTS.sipTrunkId,
    pstn_forward_e164: TARGET_DEFAULTS.pstnForwardE164,
    webrtc_user_id: TARGET_DEFAULTS.webrtcUserId,
    webhook_url: TARGET_DEFAULTS.webhookUrl,
    weight: TARGET_DEFAULTS.weight,
    conditions: TARGET_DEFAULTS.conditions,
    enabled: TARGET_DEFAULTS.enabled,
  },
})
export class CreateTargetDto extends TargetOptionsDto {
  @OneOf({
    description: 'Kind of destination. Requires its reference; the other three must be absent or null.',
    values: TARGET_KINDS,
    name: 'TargetKind',
  })
  kind: TargetView['kind'];
}

export class ChangeTargetDto extends TargetOptionsDto {
  @OneOf({
    description: 'A new kind requires its reference.',
    values: TARGET_KINDS,
    name: 'TargetKind',
    optional: true,
  })
  kind?: TargetView['kind'];
}

export class RoutingTargetEntryDto extends TargetOptionsDto {
  @Id({
    description:
      'Target to keep. Omitted members are unchanged, so an `id` alone only moves the target to its place in the list.',
    prefix: 'rpt',
    optional: true,
  })
  id?: string;

  @OneOf({
    description: 'Required without `id`. Requires its reference; the other three must be absent or null.',
    values: TARGET_KINDS,
    name: 'TargetKind',
    optional: true,
  })
  kind?: TargetView['kind'];
}

export class ReplaceTargetsDto {
  @Nested(() => RoutingTargetEntryDto, {
    description:
      'The whole list, in order. Targets with an `id` are updated, entries without one are created, and all other ' +
      'targets are deleted.',
    many: true,
    max: TARGETS_PER_PROFILE_MAX,
  })
  targets: RoutingTargetEntryDto[];
}

export function targetChangeOf(body: TargetOptionsDto & { readonly kind?: TargetView['kind'] }) {
  return given({
    kind: body.kind,
    position: body.position,
    weight: body.weight,
    sipTrunkId: body.sip_trunk_id,
    pstnForwardE164: body.pstn_forward_e164,
    webrtcUserId: body.webrtc_user_id,
    webhookUrl: body.webhook_url,
    conditions: body.conditions,
    enabled: body.enabled,
  });
}

export function targetInputOf(body: CreateTargetDto) {
  return { ...targetChangeOf(body), kind: body.kind };
}

export function replacingTargetOf(body: RoutingTargetEntryDto) {
  return { ...targetChangeOf(body), ...given({ id: body.id }) };
}

export function toRoutingTargetDto(target: TargetView): RoutingTargetDto {
  return {
    id: target.id,
    profile_id: target.profileId,
    kind: target.kind,
    position: target.position,
    weight: target.weight,
    sip_trunk_id: target.sipTrunkId,
    pstn_forward_e164: target.pstnForwardE164,
    webrtc_user_id: target.webrtcUserId,
    webhook_url: target.webhookUrl,
    conditions: target.conditions,
    enabled: target.enabled,
    created_at: unixSeconds(target.createdAt),
    updated_at: unixSeconds(target.updatedAt),
  };
}
