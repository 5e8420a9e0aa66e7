import type { SessionView } from '@trunkline/identity';
import { unixSeconds } from '@trunkline/kernel';
import { Country, Flag, Id, Integer, PageQuery, Text, UnixTime } from '../../http';
import { field, type FieldOptions, rule } from '../../http/fields/fields';

const DEVICE_NAME_MAX = 64;

/** A flag that can only be taken back. */
const OnlyFalse = (options: FieldOptions) =>
  field(
    options,
    { type: 'boolean', enum: [false] },
    rule({
      name: 'onlyFalse',
      accepts: (value) => value === false,
      message: 'must be false: trust is given at sign-in',
    }),
  );

export class SessionDto {
  @Id({ description: 'The session. It is no secret: the cookie carries another value.', prefix: 'ses' })
  id: string;

  @Text({ description: 'Made of the browser and the system, until its user names it.', example: 'Firefox on Linux' })
  device_name: string;

  @Text({ description: 'Where it was used last.', example: '81.2.69.142', nullable: true })
  ip: string | null;

  @Country({ description: 'The country that the address lies in, if it is known.', example: 'GB', nullable: true })
  ip_country: string | null;

  @Text({
    description: 'The city that it lies in, where the database of addresses knows cities.',
    example: null,
    nullable: true,
  })
  city: string | null;

  @Flag({
    description:
      'The device was to be remembered: the session ends 30 days after its last use, not 24 hours after sign-in.',
    example: false,
  })
  is_trusted: boolean;

  @Flag({ description: 'It is the session of this request.', example: true })
  is_current: boolean;

  @UnixTime({ description: 'Exact to the minute.' })
  last_used_at: number;

  @UnixTime({ description: 'When it ends by itself.' })
  expires_at: number;

  @UnixTime({ description: 'When it began.' })
  created_at: number;
}

export class ListSessionsQuery extends PageQuery {}

export class ChangeSessionBody {
  @Text({
    description: 'What the device is to be called.',
    example: 'Work laptop',
    optional: true,
    max: DEVICE_NAME_MAX,
  })
  device_name?: string;

  @OnlyFalse({
    description:
      'Trust the device no more: the session ends in 24 hours at the latest. Trust is given at sign-in alone.',
    example: false,
    optional: true,
  })
  is_trusted?: false;
}

export class RevokeAllSessionsBody {
  @Flag({ description: 'Spare the session of this request.', example: true, optional: true })
  keep_current: boolean = true;
}

export class RevokedSessionDto {
  @Id({ description: 'The session.', prefix: 'ses' })
  id: string;

  @Flag({ description: 'Always true.', example: true })
  revoked: boolean;
}

export class RevokedSessionsDto {
  @Integer({ description: 'How many sessions have ended by this.', example: 2, min: 0 })
  revoked_count: number;
}

export function toSessionDto(session: SessionView): SessionDto {
  return {
    id: session.id,
    device_name: session.deviceName,
    ip: session.ip,
    ip_country: session.ipCountry,
    city: session.city,
    is_trusted: session.isTrusted,
    is_current: session.isCurrent,
    last_used_at: unixSeconds(session.lastUsedAt),
    expires_at: unixSeconds(session.expiresAt),
    created_at: unixSeconds(session.createdAt),
  };
}
