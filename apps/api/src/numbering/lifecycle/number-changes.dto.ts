import { invalidFields, may, type Principal } from '@trunkline/kernel';
import { LABEL_MAX, lists, NOTES_MAX, type ReleaseRequest, type RouteChange } from '@trunkline/numbering';
import {
  ACTOR_ID,
  ACTOR_KIND,
  ActorDto,
  AnyObject,
  E164,
  Flag,
  given,
  Id,
  Nested,
  OneOf,
  PageQuery,
  PhoneNumbers,
  Text,
  UnixTime,
} from '../../http';
import { TagsField } from './number-fields';
import { SMS_WEBHOOK_URL_MAX } from './numbers.dto';

type ReleaseTime = (typeof lists.RELEASE_TIMES)[number];

const BULK_MAX = 100;

export class ChangeNumberDto {
  @Text({
    description: 'Your own name for the number.',
    example: 'Support line',
    optional: true,
    nullable: true,
    max: LABEL_MAX,
  })
  label?: string | null;

  @TagsField({ description: 'Replaces the tags of the number. Duplicates are removed.', optional: true })
  tags?: string[];

  @Text({
    description: 'Your notes about the number.',
    example: 'Printed on the vans.',
    optional: true,
    nullable: true,
    lines: true,
    max: NOTES_MAX,
  })
  notes?: string | null;

  @Flag({ description: 'Prevents the release of the number.', optional: true })
  deletionLock?: boolean;

  @Flag({
    description: 'Rejects port-out requests of other carriers. Requests that were already accepted continue.',
    optional: true,
  })
  portOutLock?: boolean;

  @Text({
    description:
      'Receives the `sms.received` events of this number, beside the webhook endpoints of the account. A public https URL without ' +
      'credentials or fragment; null stops the delivery to it. `GET /webhooks` lists it as an endpoint with `number_id`, whose secret ' +
      '`POST /webhooks/{id}/rotate-secret` returns.',
    example: 'https://hooks.example.com/messages',
    optional: true,
    nullable: true,
    max: SMS_WEBHOOK_URL_MAX,
  })
  smsWebhookUrl?: string | null;
}

/** At least one member is required. Setting one clears the other; null clears only its own member. */
export class RouteDto {
  @Id({
    description: 'Active trunk of the account; null removes the trunk.',
    prefix: 'trk',
    optional: true,
    nullable: true,
  })
  trunkId?: string | null;

  @Id({
    description: 'Active routing profile of the account; null removes the profile.',
    prefix: 'rp',
    optional: true,
    nullable: true,
  })
  routingProfileId?: string | null;
}

export class RouteManyDto extends RouteDto {
  @PhoneNumbers({ description: 'Numbers of the account.', example: ['+12125550123'], min: 1, max: BULK_MAX })
  e164s: string[];
}

export class AttachBundleDto {
  @Id({ description: 'Submitted or approved bundle of the account; null detaches it.', prefix: 'cb', nullable: true })
  complianceBundleId: string | null;
}

export class ReleaseNumberDto {
  @OneOf({
    description: '`end_of_cycle`: at the end of the paid month.',
    default: 'end_of_cycle',
    values: lists.RELEASE_TIMES,
    name: 'ReleaseTime',
    optional: true,
  })
  when?: ReleaseTime;

  @E164({
    description: 'The number as confirmation. Required for `immediate`.',
    example: '+12125550123',
    optional: true,
  })
  confirmE164?: string;

  @Flag({
    description:
      'Releases the number even if trunks or WebRTC users use it as their caller ID, or routing targets forward to it. On ' +
      'release, these trunks are set to `inherit`, these users lose their default caller ID, and these targets are ' +
      'disabled. Requires `sip_trunks:write` for trunks, and `routing:write` for users and targets.',
    default: false,
    optional: true,
  })
  force?: boolean;
}

export function releaseRequestOf(who: Principal, body: ReleaseNumberDto): ReleaseRequest {
  return {
    when: body.when ?? 'end_of_cycle',
    confirmE164: body.confirmE164 ?? null,
    isForced: body.force ?? false,
    may: {
      trunk: may(who, 'sip_trunks:write'),
      webrtc_user: may(who, 'routing:write'),
      target: may(who, 'routing:write'),
    },
  };
}

export class NumberHistoryDto {
  @Id({ description: 'ID of the change.', prefix: 'nh' })
  id: string;

  @UnixTime({ description: 'When the change was made.' })
  at: Date;

  @OneOf({ ...ACTOR_KIND, description: 'Who made the change.' })
  actorKind: string;

  @Text({ ...ACTOR_ID, description: 'ID of the user, API key or application.' })
  actorId: string | null;

  @Nested(() => ActorDto, { description: 'Who made the change, by the current name.' })
  actor: ActorDto;

  @OneOf({ description: 'The change.', values: lists.NUMBER_ACTIONS, name: 'NumberAction' })
  action: string;

  @AnyObject({ description: 'Previous values.', example: { trunk_id: null, routing_profile_id: null } })
  from: object;

  @AnyObject({ description: 'New values.', example: { trunk_id: 'trk_0mh2k3l4p9f1c2d3e4b5a6978' } })
  to: object;
}

export class ListHistoryQuery extends PageQuery {}

export function routeChangeOf({ trunkId, routingProfileId }: RouteDto): RouteChange {
  if (trunkId === undefined && routingProfileId === undefined) {
    const message = 'trunk_id or routing_profile_id is required';
    throw invalidFields({ trunk_id: message, routing_profile_id: message });
  }
  return given({ trunkId, routingProfileId });
}
