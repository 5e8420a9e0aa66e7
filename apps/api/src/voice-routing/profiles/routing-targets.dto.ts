import { TARGET_DEFAULTS, TARGET_KINDS, TARGETS_PER_PROFILE_MAX, type TargetView } from '@trunkline/voice-routing';
import { E164, Flag, Id, Integer, Nested, OneOf, PartialType, Text, UnixTime, WithDefaults } from '../../http';
import { ConditionsField } from './conditions.dto';

const URL_MAX = 2_000;

/** What an account sets of a target. */
class TargetSettings {
  @OneOf({
    description: 'Kind of destination. Requires its reference; the other three must be absent or null.',
    values: TARGET_KINDS,
    name: 'TargetKind',
  })
  kind: TargetView['kind'];

  @Id({ description: 'Active trunk of the account, for kind `sip_trunk`.', prefix: 'trk', nullable: true })
  sipTrunkId: string | null;

  @E164({
    description: 'Phone number, for kind `pstn_forward`. Carrier rates apply.',
    example: '+4930901820',
    nullable: true,
  })
  pstnForwardE164: string | null;

  @Id({
    description: 'Active WebRTC user of the account, for kind `webrtc_user`. Rings the browsers that are registered.',
    prefix: 'wru',
    nullable: true,
  })
  webrtcUserId: string | null;

  @Text({
    description:
      'For kind `webhook`: an https URL with a public host, without credentials or fragment, on port 443 or another port ' +
      'that the service allows; otherwise 422 `url_not_allowed`. It is asked during the call where the call goes.',
    example: 'https://example.com/call',
    max: URL_MAX,
    nullable: true,
  })
  webhookUrl: string | null;

  @Integer({
    description:
      'Position in the list. Lower positions are tried first; ignored by `round_robin` and `simultaneous_ring`. By ' +
      'default, after the last one.',
    example: 0,
    min: 0,
    max: 99,
  })
  position: number;

  @Integer({
    description:
      'Share of the calls with `weighted_lb`. Targets of weight 0 come last; if all are 0, they share equally.',
    example: 100,
    min: 0,
    max: 10_000,
  })
  weight: number;

  @ConditionsField({ nullable: true })
  conditions: object | null;

  @Flag({ description: 'Whether the target receives calls.' })
  enabled: boolean;
}

export class CreateTargetDto extends WithDefaults(TargetSettings, { ...TARGET_DEFAULTS, position: undefined }) {}

export class ChangeTargetDto extends PartialType(TargetSettings) {}

export class RoutingTargetEntryDto extends PartialType(TargetSettings) {
  @Id({
    description:
      'Target to keep. Omitted members are unchanged, so an `id` alone only moves the target to its place in the list. ' +
      '`kind` is required without it.',
    prefix: 'rpt',
    optional: true,
  })
  id?: string;
}

export class ReplaceTargetsDto {
  @Nested(() => RoutingTargetEntryDto, {
    description:
      'The whole list, in order. Targets with an `id` are updated, entries without one are created, and all other ' +
      'targets are deleted.',
    many: true,
    max: TARGETS_PER_PROFILE_MAX,
  })
  targets: readonly RoutingTargetEntryDto[];
}

export class RoutingTargetDto extends TargetSettings {
  @Id({ description: 'ID of the routing target.', prefix: 'rpt' })
  id: string;

  @Id({ description: 'ID of the routing profile.', prefix: 'rp' })
  profileId: string;

  @UnixTime({ description: 'When the target was created.' })
  createdAt: Date;

  @UnixTime({ description: 'When the target was last updated.' })
  updatedAt: Date;
}
